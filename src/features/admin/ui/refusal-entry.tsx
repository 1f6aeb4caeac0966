import { plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import type { PromptRefusal } from "#app/features/generation/queries.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { written } from "#app/ui/written.ts";
import { api } from "#app/features/generation/ui/api.ts";
import { Link } from "#app/ui/link.tsx";
import { Moment } from "./moment.tsx";
import "#app/ui/state.css";
import "./message.css";

/** A prompt that a rule refused, with a button that allows it for its member. */
export function RefusalEntry({ refusal }: { refusal: PromptRefusal }) {
  const { id, member, rule, isFixed, word, prompt, times, allowed, refusedAt } = refusal;
  const { run, busy } = useMutation(
    () =>
      api.patch("/api/admin/prompt-refusals/:id", { param: { id }, json: { allowed: !allowed } }),
    { reloads: true },
  );
  return (
    <li className="message">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-[560]">{t`${rule}: “${word}”`}</b>
        {allowed && (
          <span className="state" data-tone="moss">
            {t`May pass`}
          </span>
        )}
        {!isFixed && (
          <Button
            look="soft"
            size="small"
            className="ms-auto"
            disabled={busy}
            aria-label={allowed ? t`Refuse: ${prompt}` : t`Let pass: ${prompt}`}
            onClick={() => void run()}
          >
            {allowed ? t`Refuse again` : t`Let pass`}
          </Button>
        )}
      </div>
      <div className="text-13 text-ink-2">
        <Link className="link" to={paths.creator(member.username)}>
          <bdi>@{member.username}</bdi>
        </Link>
        , <Moment at={refusedAt} />
        {times > 1 && plural(times, ", # times", ", # times")}
      </div>
      <p {...written} className="wrap-anywhere">
        {prompt}
      </p>
    </li>
  );
}
