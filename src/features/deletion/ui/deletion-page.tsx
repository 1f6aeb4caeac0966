import { useRevalidator } from "react-router";
import { T, locale, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { formatDeletionDay, removedKinds, type RemovedKind } from "#app/rules/deletion.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Table } from "#app/ui/table.tsx";
import { useForm } from "#app/ui/use-form.ts";
import type { Deletion } from "../queries.ts";
import { api } from "./api.ts";
import { keepDefinition } from "./keep-definition.ts";
import "./deletion.css";

/** An account that waits, with the button that keeps it. */
function Waiting({ deletion }: { deletion: Deletion }) {
  const { revalidate } = useRevalidator();
  const { busy, refusal, form } = useForm(keepDefinition(deletion.id), api, {
    onDone: () => revalidate(),
  });
  return (
    <>
      <p>
        {t`Nobody sees its pictures, and nobody can sign in to it. Keep it, and everything is as it was. After that day it is deleted for good.`}
      </p>
      {refusal && <Alert icon>{refusal}</Alert>}
      <form {...form}>
        <SubmitButton label={t`Keep my account`} busyLabel={t`Keeping`} busy={busy} />
      </form>
    </>
  );
}

/** What was removed, by number and without anybody's data. */
function Receipt({ deletion }: { deletion: Deletion }) {
  const kinds = Object.entries(removedKinds()) as [RemovedKind, string][];
  const counted = kinds.filter(([kind]) => (deletion.removed[kind] ?? 0) > 0);
  return (
    <>
      <p>
        <T>
          Receipt <span className="wrap-anywhere">{deletion.id}</span>. It holds no personal data.
        </T>
      </p>
      <Table label={t`What was removed`} low>
        <thead>
          <tr>
            <th scope="col">{t`What`}</th>
            <th scope="col" className="number">
              {t`How many`}
            </th>
          </tr>
        </thead>
        <tbody>
          {counted.map(([kind, label]) => (
            <tr key={kind}>
              <th scope="row">{label}</th>
              <td className="number">
                {(deletion.removed[kind] ?? 0).toLocaleString(locale("en"))}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

const headings: Record<Deletion["state"], (deletion: Deletion) => string> = {
  waiting: ({ dueAt }) => t`Your account will be deleted on ${formatDeletionDay(new Date(dueAt))}`,
  erasing: () => t`Your account is being deleted`,
  files: ({ kind }) =>
    kind === "account" ? t`Your account is being deleted` : t`The picture is being deleted`,
  done: ({ kind }) =>
    kind === "account" ? t`The account was deleted` : t`The picture was deleted`,
  kept: () => t`Your account is kept`,
};

/** A deletion for whoever has its number: to keep the account while there is time, then the receipt. */
export function DeletionPage({ deletion }: { deletion: Deletion }) {
  const title = headings[deletion.state](deletion);
  return (
    <>
      <PageHead title={title} />
      <meta name="robots" content="noindex" />
      <h1 className="title-large">{title}</h1>
      {deletion.state === "waiting" && <Waiting deletion={deletion} />}
      {(deletion.state === "erasing" || deletion.state === "files") && (
        <p>{t`This takes a few minutes. The receipt will be on this page.`}</p>
      )}
      {deletion.state === "done" && <Receipt deletion={deletion} />}
      {deletion.state === "kept" && (
        <>
          <output>{t`Everything is as it was. Casts that were cancelled were refunded.`}</output>
          <ButtonLink look="primary" className="justify-self-start" to={paths.login()}>
            {t`Sign in`}
          </ButtonLink>
        </>
      )}
    </>
  );
}
