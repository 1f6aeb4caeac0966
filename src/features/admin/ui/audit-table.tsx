import { locale, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Link } from "#app/ui/link.tsx";
import type { AuditEntry } from "../queries.ts";
import { Moment } from "./moment.tsx";
import { Table } from "#app/ui/table.tsx";

const words: Record<string, string> = {
  "picture.approve": t`Approved an image`,
  "picture.reject": t`Rejected an image`,
  "picture.pick": t`Picked an image`,
  "picture.unpick": t`Removed a pick`,
  "picture.remove": t`Deleted an image`,
  "picture.undo": t`Undid a decision on an image`,
  "picture.upload": t`Uploaded an image`,
  "picture.publish": t`Published an image`,
  "picture.edit": t`Edited an image among others`,
  "picture.revert": t`Undid an edit of an image`,
  "picture.change": t`Changed a member’s image`,
  "picture.delete": t`Deleted a member’s image for good`,
  "report.dismiss": t`Dismissed a report`,
  "report.hide": t`Upheld a report, hid the image`,
  "report.remove": t`Upheld a report, deleted the image`,
  "report.undo": t`Opened a report again`,
  "member.standing": t`Changed a member’s standing`,
  "member.credits": t`Adjusted credits`,
  "member.strike": t`Gave a strike`,
  "member.suspension": t`Suspended a member`,
  "member.ban": t`Banned a member`,
  "member.closure": t`Closed an account`,
  "member.name": t`Took a name down`,
  "member.bio": t`Took a bio down`,
  "member.avatar": t`Took a profile picture down`,
  "member.cover": t`Took a cover picture down`,
  "member.kit": t`Took a style kit down`,
  "member.lift": t`Lifted a decision about a member`,
  "member.appeal": t`Answered an appeal`,
  "member.second-factors": t`Removed second factors`,
  "message.close": t`Closed a message`,
  "message.open": t`Opened a message again`,
  "rule.change": t`Changed a rule for prompts`,
  "rule.create": t`Made a rule for prompts`,
  "rule.allow": t`Let a refused prompt pass`,
  "rule.forbid": t`Undone`,
  "collection.pick": t`Picked a collection`,
  "collection.unpick": t`Ended a collection’s pick`,
  "collection.hide": t`Hid a collection`,
  "collection.unhide": t`Showed a collection again`,
  "collection.undo": t`Undid a decision on a collection`,
  "search-rule.add": t`Added a search rule`,
  "search-rule.remove": t`Removed a search rule`,
  "search-rule.undo": t`Undid a change of a search rule`,
  "engine.add": t`Added an engine`,
  "engine.change": t`Changed an engine`,
  "engine.remove": t`Removed an engine`,
  "prompt.save": t`Wrote a system prompt`,
  "prompt.use": t`Put a system prompt to use`,
  "backup.start": t`Started a backup`,
  "payment-event.replay": t`Gave a payment event to a worker again`,
  "grant-code.create": t`Made a grant code`,
  "grant-code.revoke": t`Revoked a grant code`,
  "grant-code.restore": t`Made a revoked grant code valid again`,
  "sandbox.renew": t`Renewed a trial plan`,
  "sandbox.fail-renewal": t`Let the renewal of a trial plan fail`,
  "sandbox.refund": t`Refunded a trial payment`,
  "sandbox.refund-part": t`Refunded a part of a trial payment`,
  "sandbox.open-dispute": t`Opened a dispute of a trial payment`,
  "sandbox.win-dispute": t`Closed a trial dispute as won`,
  "sandbox.lose-dispute": t`Closed a trial dispute as lost`,
  "sandbox.settle-transfer": t`Let a trial transfer arrive`,
  "sandbox.fail-transfer": t`Let a trial transfer fail`,
  "sandbox.lose-next": t`Lost the next trial event`,
  "sandbox.double-next": t`Doubled the next trial event`,
  "sandbox.resend": t`Sent a trial event again`,
  "sandbox.move-clock": t`Moved the clock of trial payments`,
};

/** Formats a value of the log: a timestamp as its day, a list as its length. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined) return t`none`;
  if (typeof value === "boolean") return value ? t`yes` : t`no`;
  if (typeof value === "string") return value.length > 40 ? `${value.slice(0, 40)}…` : value;
  return typeof value === "number" ? value.toLocaleString(locale("en")) : JSON.stringify(value);
}

/** What the action changed, e.g. "approved: yes to no". */
function formatChange({ before, after }: Pick<AuditEntry, "before" | "after">): string[] {
  return Object.entries(after ?? {})
    .filter(([key]) => key !== "key")
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before?.[key]))
    .map(([key, value]) => {
      const was = before === null ? "" : t`${formatValue(before[key])} to `;
      return `${key}: ${was}${formatValue(value)}`;
    });
}

/** Who acted. */
function formatActor({ admin, system }: AuditEntry): string {
  if (system !== null) return system === "operator" ? t`The operator` : t`Upkeep`;
  return admin === null ? t`A former member` : admin.name;
}

/** The target of an action, with a link while it exists. */
function Target({ entry }: { entry: AuditEntry }) {
  const { target, targetKind, targetId } = entry;
  if (target?.kind === "picture") {
    return (
      <Link className="link" to={paths.picture(target.slug)}>
        {target.title}
      </Link>
    );
  }
  if (target?.kind === "member") {
    return (
      <Link className="link" to={paths.creator(target.username)}>
        <bdi>@{target.username}</bdi>
      </Link>
    );
  }
  if (target?.kind === "collection") {
    return (
      <Link className="link" to={paths.collection(target.owner, targetId)}>
        {target.name}
      </Link>
    );
  }
  return (
    <span className="text-ink-3" title={targetId}>
      {targetKind === "rule" || targetKind === "engine"
        ? targetId
        : `${targetKind.replace("-", " ")} ${targetId.slice(-6)}`}
    </span>
  );
}

/** Rows of the audit log. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return <p className="mt-2 text-ink-2">{t`Nothing yet.`}</p>;
  return (
    <Table label={t`Admin actions`} low>
      <thead>
        <tr>
          <th scope="col" className="wide">
            {t`When`}
          </th>
          <th scope="col" className="wide">
            {t`Who`}
          </th>
          <th scope="col">{t`What`}</th>
          <th scope="col">{t`Of`}</th>
          <th scope="col" className="wide">
            {t`Change`}
          </th>
          <th scope="col" className="wide">
            {t`Reason`}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="wide text-ink-2" title={t`Request ${entry.requestId}`}>
              <Moment at={entry.createdAt} />
            </td>
            <td className="wide">{formatActor(entry)}</td>
            <td>
              {words[entry.action] ?? entry.action}
              <span className="block text-12 text-ink-3 md:hidden">
                <Moment at={entry.createdAt} />
              </span>
            </td>
            <td className="wrap-anywhere">
              <Target entry={entry} />
            </td>
            <td className="wide text-13 text-ink-2">
              {formatChange(entry).map((change) => (
                <span key={change} className="block">
                  {change}
                </span>
              ))}
            </td>
            <td className="wide text-ink-2">{entry.reason ?? ""}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
