import { ImageSquareIcon } from "@phosphor-icons/react/dist/csr/ImageSquare";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useEffect, useRef, useState, type CSSProperties } from "react";
import { T, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { Button, IconLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FileButton } from "#app/ui/file-input.tsx";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import type { RemixSource } from "./source.ts";
import type { SourceTaker } from "./use-source.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import "./composer-note.css";
import "./composer-source.css";

/** URL of a source's picture. */
export function sourceAddress(imageHost: string, { slug, id }: RemixSource): string {
  if (slug === null) return paths.api.uploadPicture(id);
  return imageAddress(imageHost, slug, { width: 1024, format: "webp" });
}

/** The source with a button that removes it. */
export function SourcePicture({ source }: { source: RemixSource }) {
  const { imageHost } = useSite();
  return (
    <div className="composer-source">
      <img
        alt={t`Source: ${source.title}`}
        src={sourceAddress(imageHost, source)}
        style={{ "--ph": source.colors[0] } as CSSProperties}
      />
      <IconLink to={paths.studio()} label={t`Remove source`} preventScrollReset>
        <XIcon size={12} />
      </IconLink>
    </div>
  );
}

/** The empty slot for a source; a press shows the ways to add one. */
export function SourceButton({ taker }: SourceFieldProps) {
  const open = taker.asks !== "closed";
  return (
    <button
      type="button"
      className="source-button"
      aria-expanded={open}
      aria-controls="source-ways"
      onClick={() => taker.ask(open ? "closed" : "open")}
    >
      {taker.busy ? <Spinner /> : <ImageSquareIcon size={20} />}
      {t`Source`}
    </button>
  );
}

type SourceFieldProps = { taker: SourceTaker };

/** Ways to add a source: a file, or the URL of a picture of this site. */
export function SourceWays({ taker }: SourceFieldProps) {
  const [address, setAddress] = useState("");
  const ways = useRef<HTMLDivElement>(null);
  const isForRemix = taker.asks === "remix";
  useEffect(() => {
    if (isForRemix) ways.current?.querySelector("button")?.focus();
  }, [isForRemix]);
  return (
    <div className="source-ways" id="source-ways" ref={ways}>
      {isForRemix && (
        <output className="source-why">
          <T>
            A remix starts from a picture. Add one here, or press Remix on any picture of the{" "}
            <Link className="link" to={paths.home()}>
              wall
            </Link>
            .
          </T>
        </output>
      )}
      <FileButton
        look="soft"
        size="small"
        label={t`Source picture`}
        accept="image/png,image/jpeg,image/webp,image/avif"
        onFile={(file) => taker.takeFile(file)}
      >
        {t`Choose a picture`}
      </FileButton>
      <Field
        bare
        label={t`Address of a picture`}
        small
        className="min-w-0 flex-1"
        placeholder={t`Or the address of a picture here`}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (address.trim()) taker.takeAddress(address);
        }}
      />
      <span className="text-12 text-ink-3 max-md:hidden">{t`or drop or paste one`}</span>
    </div>
  );
}

type NoteProps = { taker: SourceTaker; onUndo: () => void };

/** Notice that a picture contained its settings. */
export function SettingsNote({ taker, onUndo }: NoteProps) {
  const { taken } = taker;
  if (taken === null) return null;
  return (
    <output className="composer-note">
      <span className="min-w-0 flex-1">
        {t`This picture carries its settings, written by ${taken.tool}. They are in the composer.`}
      </span>
      <Button
        look="quiet"
        size="small"
        onClick={() => {
          taker.forgetSettings();
          onUndo();
        }}
      >
        {t`Undo`}
      </Button>
      <Button look="soft" size="small" onClick={() => taker.takeUpload(taken.uploadId)}>
        {t`Use as source too`}
      </Button>
    </output>
  );
}
