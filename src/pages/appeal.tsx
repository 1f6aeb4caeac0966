import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { T, t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { pageData } from "#app/page-data.ts";
import { formAction, sendForm } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { reasonLabel, sanctionConsequence, sanctionTitle } from "#app/rules/sanctions.ts";
import { apiClient } from "#app/ui/api-client.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { written } from "#app/ui/written.ts";
import { deletionByKey } from "#app/features/deletion/queries.ts";
import { DeletionPage } from "#app/features/deletion/ui/deletion-page.tsx";
import type { DeletionRoutes } from "#app/features/deletion/ui/api.ts";
import { keepDefinition } from "#app/features/deletion/ui/keep-definition.ts";
import { canAppeal } from "#app/features/moderation/policy.ts";
import { decisionByKey, type Decision } from "#app/features/moderation/queries.ts";
import type { ModerationRoutes } from "#app/features/moderation/ui/api.ts";
import { appealDefinition } from "#app/features/moderation/ui/appeal-definition.ts";
import { AppealForm } from "#app/features/moderation/ui/appeal-form.tsx";
import { AppealWords } from "#app/features/moderation/ui/decision-entry.tsx";
import { When } from "#app/features/moderation/ui/when.tsx";
import "./appeal.css";

/**
 * A deletion, or a decision of the admins, for the member whom it is about: the secret in the address stands for a sign-in, because a
 * suspended member has none. See docs/moderation.md.
 */
export function loader({ params, context }: LoaderFunctionArgs) {
  return pageData(context, async ({ db }) => {
    const key = params.key ?? "";
    const decision = await decisionByKey(db, key);
    if (decision !== null) return { deletion: null, decision, canAppeal: canAppeal(decision) };
    const deletion = await deletionByKey(db, key);
    if (deletion === null) throw new AppError("not-found");
    return { deletion };
  });
}

/** Handles the forms when they are sent without JavaScript. */
export function action(args: ActionFunctionArgs) {
  const key = args.params.key ?? "";
  return formAction(args, (typed, transport, goOn) => {
    const back = () => goOn(paths.appeal(key));
    const keep = keepDefinition(key);
    if (typed.form === keep.name) {
      return sendForm(keep, typed, apiClient<DeletionRoutes>(transport), back);
    }
    return sendForm(appealDefinition(key), typed, apiClient<ModerationRoutes>(transport), back);
  });
}

/** The URL contains the secret, so the page sends no referrer. */
export function headers() {
  return { "Referrer-Policy": "no-referrer", "Cache-Control": "private, no-store" };
}

export default function Appeal() {
  const data = useLoaderData<typeof loader>();
  return (
    <div className="appeal">
      {data.deletion === null ? (
        <DecisionPage decision={data.decision} canAppeal={data.canAppeal} />
      ) : (
        <DeletionPage deletion={data.deletion} />
      )}
    </div>
  );
}

function DecisionPage({
  decision,
  canAppeal: mayWrite,
}: {
  decision: Decision;
  canAppeal: boolean;
}) {
  const { kind, reason, note, createdAt, endsAt, liftedAt, targetTitle, appeals, key } = decision;
  const ends = endsAt === null ? null : new Date(endsAt);
  const waits = appeals.some(({ state }) => state === "open");
  return (
    <>
      <PageHead title={t`A decision of the admins`} />
      <meta name="robots" content="noindex" />
      <h1 className="title-large">{sanctionTitle({ kind, endsAt: ends, targetTitle })}</h1>
      <dl>
        <div>
          <dt>{t`Reason`}</dt>
          <dd>{reasonLabel(reason)}</dd>
        </div>
        {note !== null && (
          <div>
            <dt>{t`What the admins write`}</dt>
            <dd {...written} className="decision-words">
              {note}
            </dd>
          </div>
        )}
        <div>
          <dt>{t`Decided`}</dt>
          <dd>
            <When at={createdAt} />
          </dd>
        </div>
      </dl>
      {decision.isActive ? (
        <p>{sanctionConsequence(kind)}</p>
      ) : (
        <output>
          {t`This decision does not count any more`}
          {liftedAt !== null && (
            <>
              <T>
                : it ended on <When at={liftedAt} />
              </T>
            </>
          )}
          .
        </output>
      )}
      {appeals.map((appeal) => (
        <AppealWords key={appeal.id} appeal={appeal} />
      ))}
      {waits && (
        <output className="text-ink-2">{t`Your answer was sent. An admin answers by mail.`}</output>
      )}
      {mayWrite && (
        <section aria-labelledby="appeal-heading" className="grid gap-4">
          <h2 className="title-medium" id="appeal-heading">
            {t`Is it wrong?`}
          </h2>
          <AppealForm key={appeals.length} decisionKey={key} />
        </section>
      )}
    </>
  );
}
