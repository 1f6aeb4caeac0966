import { useState, type SubmitEvent } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FieldError } from "#app/ui/labelled.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { api } from "#app/features/pictures/ui/api.ts";
import type { Upload } from "./uploads.ts";
import "./asset-table.css";

/** Title and tags, which can be corrected before anybody sees the picture. */
function Publish({ picture }: { picture: { id: string; slug: string; title: string } }) {
  const [isPublic, setIsPublic] = useState(false);
  const { run, busy } = useMutation(
    (json: { title: string; tags?: string[] }) =>
      api.patch("/api/picture/:id", {
        param: { id: picture.id },
        json: { ...json, is_public: true },
      }),
    { onDone: () => setIsPublic(true) },
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = given.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    const tags = text("tags")
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "");
    void run({ title: text("title"), ...(tags.length > 0 && { tags }) });
  }

  if (isPublic) {
    return (
      <Link className="link" to={paths.picture(picture.slug)}>
        Published: open it
      </Link>
    );
  }
  return (
    <form className="flex flex-wrap items-center gap-2" onSubmit={submit}>
      <Field
        bare
        label="Title"
        small
        className="w-56"
        name="title"
        defaultValue={picture.title}
        maxLength={140}
        required
      />
      <Field bare label="Tags" small className="w-48" name="tags" placeholder="Tags, with commas" />
      <Button type="submit" look="primary" size="small" disabled={busy}>
        Publish
      </Button>
    </form>
  );
}

/** One file: its upload progress, then its details. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { name, preview, state } = upload;
  return (
    <li>
      <img className="asset-thumb" src={preview} alt="" width={56} height={56} />
      <div className="min-w-0">
        <span className="block truncate font-semibold">{name}</span>
        {state.step === "failed" && <FieldError>{state.reason}</FieldError>}
        {state.step === "waiting" && <span className="text-13 text-ink-3">Waiting</span>}
        {state.step === "sending" && (
          <progress
            className="w-full max-w-60"
            aria-label={`Upload of ${name}`}
            value={state.share}
          />
        )}
        {state.step === "done" && (
          <span className="text-13 text-ink-3">Private until you publish it</span>
        )}
      </div>
      {state.step === "done" ? <Publish picture={state.picture} /> : <span />}
    </li>
  );
}
