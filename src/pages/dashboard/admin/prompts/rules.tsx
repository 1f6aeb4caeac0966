import { lazy, Suspense, useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { promptRefusals, promptRules, type PromptRule } from "#app/features/generation/queries.ts";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { RefusalEntry } from "#app/features/admin/ui/refusal-entry.tsx";
import { api } from "#app/features/generation/ui/api.ts";
import { Link } from "#app/ui/link.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import { written } from "#app/ui/written.ts";
import "#app/features/admin/ui/message.css";
import "#app/ui/state.css";
import "../admin.css";

const rowsAPage = 20;
const wordsShown = 12;

const RuleDialog = lazy(async () => ({
  default: (await import("#app/features/admin/ui/rule-dialog.tsx")).RuleDialog,
}));

/** Moderation rules for prompts, and the prompts they refused. Acceptance row MO-09. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  return adminData(context, async ({ db }) => {
    const [rules, refusals] = await Promise.all([
      promptRules(db),
      promptRefusals(db, { cursor, limit: rowsAPage }),
    ]);
    return { rules, refusals, isFirst: cursor === undefined };
  });
}

const inShort = (words: readonly string[]) => {
  const more = words.length - wordsShown;
  return words.slice(0, wordsShown).join(", ") + (more > 0 ? t` and ${more} more` : "");
};

function Rule({ rule, onEdit }: { rule: PromptRule; onEdit: () => void }) {
  const { name, words, companions, reason, isEnabled, isFixed } = rule;
  const { run, busy } = useMutation(
    () =>
      api.patch("/api/admin/prompt-rules/:name", {
        param: { name },
        json: { isEnabled: !isEnabled },
      }),
    { reloads: true },
  );
  return (
    <li className="message">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="title-small">{name}</h2>
        <span className="state" data-tone={isEnabled ? "moss" : "dim"}>
          {isFixed ? t`Fixed` : isEnabled ? t`On` : t`Off`}
        </span>
        <span className="ms-auto flex gap-1.5">
          <Button look="soft" size="small" aria-label={t`Edit the rule ${name}`} onClick={onEdit}>
            {t`Edit`}
          </Button>
          {!isFixed && (
            <Button
              look="soft"
              size="small"
              disabled={busy}
              aria-label={
                isEnabled ? t`Switch off the rule ${name}` : t`Switch on the rule ${name}`
              }
              onClick={() => void run()}
            >
              {isEnabled ? t`Switch off` : t`Switch on`}
            </Button>
          )}
        </span>
      </div>
      <div {...written} className="text-13 text-ink-2">
        {reason}
      </div>
      <p className="wrap-anywhere">
        {inShort(words)}
        {companions.length > 0 && t`; only together with ${inShort(companions)}`}
      </p>
    </li>
  );
}

export default function PromptRules() {
  const { rules, refusals, isFirst } = useLoaderData<typeof loader>();
  const [dialog, setDialog] = useState<{ rule: PromptRule | null; open: boolean } | null>(null);
  const address = (query: Record<string, string | null>) =>
    paths.dashboardPage("admin/prompts/rules", query);
  return (
    <>
      <PageHead title={t`Rules for prompts`} />
      <div className="admin-head">
        <h1 className="title-large">{t`Rules for prompts`}</h1>
        <Button look="primary" size="small" onClick={() => setDialog({ rule: null, open: true })}>
          {t`New rule`}
        </Button>
      </div>
      <div className="admin-tools">
        <SegmentNav label={t`Prompts and rules`} small>
          <Link to={paths.dashboardPage("admin/prompts")}>{t`Help with prompts`}</Link>
          <Link to={address({})} aria-current="page">
            {t`Rules`}
          </Link>
        </SegmentNav>
        <p className="text-13 text-ink-3">
          {t`Words are found whole. Admins pass every rule but the fixed ones.`}
        </p>
      </div>
      <ul>
        {rules.map((rule) => (
          <Rule key={rule.name} rule={rule} onEdit={() => setDialog({ rule, open: true })} />
        ))}
      </ul>
      <h2 className="title-medium mt-8" id="refused">
        {t`Refused in the last 30 days`}
      </h2>
      {refusals.items.length === 0 ? (
        <EmptyState title={t`Nothing refused`}>{t`No prompt has broken a rule.`}</EmptyState>
      ) : (
        <ul aria-labelledby="refused">
          {refusals.items.map((refusal) => (
            <RefusalEntry key={refusal.id} refusal={refusal} />
          ))}
        </ul>
      )}
      <Pager
        first={isFirst ? null : address({})}
        next={refusals.next && address({ cursor: refusals.next })}
      />
      {dialog && (
        <Suspense>
          <RuleDialog
            key={dialog.rule?.name ?? ""}
            rule={dialog.rule}
            open={dialog.open}
            onClose={() => setDialog({ ...dialog, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
