import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import type { AuditEntry } from "../queries.ts";
import { Moment } from "./moment.tsx";
import { Table } from "#app/ui/table.tsx";

const words: Record<string, string> = {
  "picture.approve": "Approved an image",
  "picture.reject": "Rejected an image",
  "picture.pick": "Picked an image",
  "picture.unpick": "Removed a pick",
  "picture.remove": "Deleted an image",
  "picture.undo": "Undid a decision on an image",
  "picture.upload": "Uploaded an image",
  "picture.publish": "Published an image",
  "picture.edit": "Edited an image among others",
  "picture.revert": "Undid an edit of an image",
  "picture.change": "Changed a member’s image",
  "picture.delete": "Deleted a member’s image for good",
  "report.dismiss": "Dismissed a report",
  "report.hide": "Upheld a report, hid the image",
  "report.remove": "Upheld a report, deleted the image",
  "report.undo": "Opened a report again",
  "member.standing": "Changed a member’s standing",
  "member.credits": "Adjusted credits",
  "member.strike": "Gave a strike",
  "member.suspension": "Suspended a member",
  "member.ban": "Banned a member",
  "member.closure": "Closed an account",
  "member.name": "Took a name down",
  "member.bio": "Took a bio down",
  "member.avatar": "Took a profile picture down",
  "member.cover": "Took a cover picture down",
  "member.kit": "Took a style kit down",
  "member.lift": "Lifted a decision about a member",
  "member.appeal": "Answered an appeal",
  "member.second-factors": "Removed second factors",
  "message.close": "Closed a message",
  "message.open": "Opened a message again",
  "rule.change": "Changed a rule for prompts",
  "rule.create": "Made a rule for prompts",
  "rule.allow": "Let a refused prompt pass",
  "rule.forbid": "Undone",
  "collection.pick": "Picked a collection",
  "collection.unpick": "Ended a collection’s pick",
  "collection.hide": "Hid a collection",
  "collection.unhide": "Showed a collection again",
  "collection.undo": "Undid a decision on a collection",
  "search-rule.add": "Added a search rule",
  "search-rule.remove": "Removed a search rule",
  "search-rule.undo": "Undid a change of a search rule",
  "prompt.save": "Wrote a system prompt",
  "prompt.use": "Put a system prompt to use",
  "backup.start": "Started a backup",
  "payment-event.replay": "Gave a payment event to a worker again",
  "grant-code.create": "Made a grant code",
  "grant-code.revoke": "Revoked a grant code",
  "grant-code.restore": "Made a revoked grant code valid again",
  "sandbox.renew": "Renewed a trial plan",
  "sandbox.fail-renewal": "Let the renewal of a trial plan fail",
  "sandbox.refund": "Refunded a trial payment",
  "sandbox.refund-part": "Refunded a part of a trial payment",
  "sandbox.open-dispute": "Opened a dispute of a trial payment",
  "sandbox.win-dispute": "Closed a trial dispute as won",
  "sandbox.lose-dispute": "Closed a trial dispute as lost",
  "sandbox.settle-transfer": "Let a trial transfer arrive",
  "sandbox.fail-transfer": "Let a trial transfer fail",
  "sandbox.lose-next": "Lost the next trial event",
  "sandbox.double-next": "Doubled the next trial event",
  "sandbox.resend": "Sent a trial event again",
  "sandbox.move-clock": "Moved the clock of trial payments",
};

/** Formats a value of the log: a timestamp as its day, a list as its length. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value.length > 40 ? `${value.slice(0, 40)}…` : value;
  return typeof value === "number" ? value.toLocaleString("en") : JSON.stringify(value);
}

/** What the action changed, e.g. "approved: yes to no". */
function formatChange({ before, after }: Pick<AuditEntry, "before" | "after">): string[] {
  return Object.entries(after ?? {})
    .filter(([key]) => key !== "key")
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before?.[key]))
    .map(([key, value]) => {
      const was = before === null ? "" : `${formatValue(before[key])} to `;
      return `${key}: ${was}${formatValue(value)}`;
    });
}

/** Who acted. */
function formatActor({ admin, system }: AuditEntry): string {
  if (system !== null) return system === "operator" ? "The operator" : "Upkeep";
  return admin === null ? "A former member" : admin.name;
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
        @{target.username}
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
      {targetKind === "rule" ? targetId : `${targetKind.replace("-", " ")} ${targetId.slice(-6)}`}
    </span>
  );
}

/** Rows of the audit log. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return <p className="mt-2 text-ink-2">Nothing yet.</p>;
  return (
    <Table label="Admin actions" low>
      <thead>
        <tr>
          <th scope="col" className="wide">
            When
          </th>
          <th scope="col" className="wide">
            Who
          </th>
          <th scope="col">What</th>
          <th scope="col">Of</th>
          <th scope="col" className="wide">
            Change
          </th>
          <th scope="col" className="wide">
            Reason
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="wide text-ink-2" title={`Request ${entry.requestId}`}>
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
