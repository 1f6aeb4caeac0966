import { useState, type SubmitEvent } from "react";
import { T, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { reasonLabel, sanctionLimits } from "#app/rules/sanctions.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Link } from "#app/ui/link.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { showToast } from "#app/ui/toast.ts";
import { written } from "#app/ui/written.ts";
import type { QueuedAppeal } from "../queries.ts";
import { api } from "./api.ts";
import { appealLabels, kindLabels } from "./decision-labels.ts";
import { When } from "./when.tsx";
import "#app/ui/state.css";
import "./decision.css";

type Outcome = "granted" | "declined";

/** The admin's answer: granting lifts the decision. */
function AnswerForm({ appeal }: { appeal: QueuedAppeal }) {
  const [answer, setAnswer] = useState("");
  const { name } = appeal.member;
  const { run, busy, errorOf, refusal } = useMutation(
    (outcome: Outcome) =>
      api.post("/api/admin/appeals/:id/answer", {
        param: { id: appeal.id },
        json: { outcome, answer },
      }),
    {
      reloads: true,
      tells: "form",
      onDone: (_, outcome) =>
        void showToast(
          "success",
          outcome === "granted"
            ? t`The appeal of ${name} was granted`
            : t`The appeal of ${name} was declined`,
        ),
    },
  );
  const decline = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run("declined");
  };
  return (
    <form className="decision-form" noValidate onSubmit={decline}>
      <TextArea
        label={t`Answer to ${name}`}
        rows={3}
        maxLength={sanctionLimits.appeal}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
        error={errorOf("answer") ?? refusal}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" size="small" disabled={busy} onClick={() => void run("granted")}>
          {t`Lift the decision`}
        </Button>
        <Button type="submit" look="soft" size="small" disabled={busy}>
          {t`Decline`}
        </Button>
      </div>
    </form>
  );
}

/** One appeal: the decision that it is against, what the member writes, and the answer. */
export function AppealEntry({ appeal }: { appeal: QueuedAppeal }) {
  const { decision, member, body, state, answer, createdAt, answeredAt, answeredBy } = appeal;
  const { tone, text } = appealLabels[state];
  const { kind, reason, note, targetTitle, endsAt, by } = decision;
  return (
    <li className="decision">
      <div className="decision-head">
        <h2 className="title-small">
          {targetTitle === null ? kindLabels[kind] : t`${kindLabels[kind]}: “${targetTitle}”`}
        </h2>
        <span className="state" data-tone={tone}>
          {text}
        </span>
      </div>
      <p className="text-13 text-ink-2">
        <T>
          <Link
            className="link"
            to={paths.dashboardPage(`admin/members/${encodeURIComponent(member.username)}`)}
          >
            @{member.username}
          </Link>
          , <When at={createdAt} />. Decided{" "}
        </T>
        {by !== null && t`by @${by}, `}
        <When at={decision.createdAt} />
        {endsAt !== null && (
          <>
            <T>
              , until <When at={endsAt} />
            </T>
          </>
        )}
        . {reasonLabel(reason)}.
      </p>
      {note !== null && (
        <p {...written} className="decision-words text-ink-2">
          {note}
        </p>
      )}
      <p {...written} className="decision-words">
        {body}
      </p>
      {state === "open" ? (
        <AnswerForm appeal={appeal} />
      ) : (
        <div className="decision-appeal">
          <p className="text-13 text-ink-2">
            {t`Answer`}
            {answeredBy !== null && t` by @${answeredBy}`}
            {answeredAt !== null && (
              <>
                , <When at={answeredAt} />
              </>
            )}
          </p>
          {answer !== null && <p className="decision-words">{answer}</p>}
        </div>
      )}
    </li>
  );
}
