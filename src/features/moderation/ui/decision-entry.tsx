import { T, t } from "#app/language/message.ts";
import { reasonLabel } from "#app/rules/sanctions.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import { written } from "#app/ui/written.ts";
import type { Decision } from "../queries.ts";
import { api } from "./api.ts";
import { appealLabels, kindLabels } from "./decision-labels.ts";
import { When } from "./when.tsx";
import "#app/ui/state.css";
import "./decision.css";

/** What a member answered to a decision, and the admins' answer. */
export function AppealWords({ appeal }: { appeal: Decision["appeals"][number] }) {
  const { tone, text } = appealLabels[appeal.state];
  return (
    <div className="decision-appeal">
      <p className="text-13 text-ink-2">
        <T>
          Appeal, <When at={appeal.createdAt} />
        </T>
        {". "}
        <span className="state" data-tone={tone}>
          {text}
        </span>
      </p>
      <p {...written} className="decision-words">
        {appeal.body}
      </p>
      {appeal.answer !== null && (
        <>
          <p className="text-13 text-ink-2">
            {t`Answer, `}
            {appeal.answeredAt !== null && <When at={appeal.answeredAt} />}
          </p>
          <p className="decision-words">{appeal.answer}</p>
        </>
      )}
    </div>
  );
}

/** One decision about a member, with its appeals and, while it counts, the button that undoes it. */
export function DecisionEntry({ decision, name }: { decision: Decision; name: string }) {
  const { id, kind, reason, note, targetTitle, createdAt, endsAt, liftedAt } = decision;
  const { run, busy } = useMutation(
    () => api.post("/api/admin/sanctions/:id/lift", { param: { id }, json: {} }),
    {
      reloads: true,
      onDone: () => void showToast("success", t`${name} was told that the decision is undone`),
    },
  );
  const label = kindLabels[kind];
  return (
    <li className="decision">
      <div className="decision-head">
        <h3 className="title-small">{label}</h3>
        <span className="state" data-tone={decision.isActive ? "rust" : "dim"}>
          {decision.isActive ? t`Counts` : liftedAt === null ? t`Over` : t`Lifted`}
        </span>
        {decision.isActive && kind !== "picture" && (
          <Button
            look="soft"
            size="small"
            disabled={busy}
            aria-label={t`Undo: ${label} of ${name}`}
            onClick={() => void run()}
          >
            {t`Undo`}
          </Button>
        )}
      </div>
      <p className="text-13 text-ink-2">
        <T>
          {reasonLabel(reason)}. Since <When at={createdAt} />
        </T>
        {endsAt !== null && (
          <>
            <T>
              , until <When at={endsAt} />
            </T>
          </>
        )}
        {liftedAt !== null && (
          <>
            <T>
              ; ended <When at={liftedAt} />
            </T>
          </>
        )}
        {targetTitle !== null && t`. About “${targetTitle}”`}
      </p>
      {note !== null && (
        <p {...written} className="decision-words">
          {note}
        </p>
      )}
      {decision.appeals.map((appeal) => (
        <AppealWords key={appeal.id} appeal={appeal} />
      ))}
    </li>
  );
}
