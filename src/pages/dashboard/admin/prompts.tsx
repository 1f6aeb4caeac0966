import { useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { showToast } from "#app/ui/toast.ts";
import { promptVersions, type PromptVersion } from "#app/features/admin/queries/prompts.ts";
import { api } from "#app/features/admin/ui/api.ts";
import { Moment } from "#app/features/admin/ui/moment.tsx";
import { PromptTrial } from "#app/features/admin/ui/prompt-trial.tsx";
import { Link } from "#app/ui/link.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { written } from "#app/ui/written.ts";
import "#app/features/admin/ui/day-bars.css";
import "#app/features/admin/ui/message.css";
import "#app/ui/state.css";
import "./admin.css";

/** System prompts of language models. See docs/product.md 2.13; acceptance row AD-04. */
export function loader({ context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db, promptHelper, env }) => ({
    versions: await promptVersions(db),
    helper: promptHelper === null ? null : (env.PROMPT_HELPER_MODEL ?? ""),
  }));
}

function Version({ version, onTake }: { version: PromptVersion; onTake: () => void }) {
  const { id, isActive, author, body, note, createdAt } = version;
  const name = t`Version ${version.version}`;
  const { run, busy } = useMutation(
    () => api.post("/api/admin/prompts/:id/use", { param: { id } }),
    { reloads: true, onDone: () => void showToast("success", t`${name} is in use`) },
  );
  return (
    <li className="message">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="title-small">{name}</h3>
        {isActive && (
          <span className="state" data-tone="moss">
            {t`In use`}
          </span>
        )}
        <span className="ms-auto flex gap-1.5">
          <Button
            look="soft"
            size="small"
            aria-label={t`Edit version ${version.version}`}
            onClick={onTake}
          >
            {t`Edit`}
          </Button>
          {!isActive && (
            <Button
              look="soft"
              size="small"
              disabled={busy}
              aria-label={t`Use version ${version.version}`}
              onClick={() => void run()}
            >
              {t`Use`}
            </Button>
          )}
        </span>
      </div>
      <div className="text-13 text-ink-2">
        {[note, author].filter(Boolean).map((part) => `${part}, `)}
        <Moment at={createdAt} />
      </div>
      <p {...written} className="whitespace-pre-wrap">
        {body}
      </p>
    </li>
  );
}

type EditorProps = { start: string; helper: string | null };

/** A draft of the next version, which can be tried before saving. */
function Editor({ start, helper }: EditorProps) {
  const [body, setBody] = useState(start);
  const [note, setNote] = useState("");
  const unchanged = body.trim() === start.trim();
  const { run, busy } = useMutation(
    () => api.post("/api/admin/prompts", { json: { purpose: "enhance", body, note } }),
    {
      reloads: true,
      onDone({ version }) {
        setNote("");
        void showToast("success", t`Version ${version} is in use`);
      },
    },
  );
  return (
    <section className="panel figure" aria-labelledby="draft">
      <h2 className="title-small" id="draft">
        {t`The next version`}
      </h2>
      <form
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <TextArea
          grows
          label={t`What the model is told`}
          rows={9}
          required
          maxLength={4000}
          value={body}
          hint={t`The member’s words come after it, between <words> and </words>.`}
          onChange={(event) => setBody(event.target.value)}
        />
        <Field
          label={t`What is new in it`}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" look="primary" className="self-start" disabled={busy || unchanged}>
          {busy && <Spinner />}
          {t`Save and use`}
        </Button>
      </form>
      <PromptTrial body={body} helper={helper} />
    </section>
  );
}

export default function Prompts() {
  const { versions, helper } = useLoaderData<typeof loader>();
  const [taken, setTaken] = useState<PromptVersion | null>(null);
  const active = versions.find(({ isActive }) => isActive);
  const start = taken ?? active;
  return (
    <>
      <PageHead title={t`Prompts`} />
      <h1 className="title-large">{t`Prompts`}</h1>
      <div className="admin-tools">
        <SegmentNav label={t`Prompts and rules`} small>
          <Link to={paths.dashboardPage("admin/prompts")} aria-current="page">
            {t`Help with prompts`}
          </Link>
          <Link to={paths.dashboardPage("admin/prompts/rules")}>{t`Rules`}</Link>
        </SegmentNav>
        <p className="text-13 text-ink-3">
          {helper === null
            ? t`No helper is set up: with PROMPT_HELPER_URL the studio offers to enhance prompts.`
            : t`Answered by ${helper}.`}
        </p>
      </div>
      <Editor key={start?.id} start={start?.body ?? ""} helper={helper} />
      <h2 className="title-medium mt-8">{t`Versions`}</h2>
      <ul>
        {versions.map((version) => (
          <Version key={version.id} version={version} onTake={() => setTaken(version)} />
        ))}
      </ul>
    </>
  );
}
