import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import type { AuditEntry } from "../queries.ts";
import { Moment } from "./moment.tsx";
import { Table } from "#app/ui/table.tsx";

const words: Record<string, string> = {
  "picture.approve": "Approved an image",
  "picture.reject": "Rejected an image",
  "picture.pick": "Picked an image",
  "picture.unpick": "Took a pick back",
  "picture.remove": "Deleted an image",
  "picture.undo": "Undid a decision on an image",
  "picture.upload": "Uploaded an image",
  "picture.change": "Changed a member’s image",
  "picture.delete": "Deleted a member’s image for good",
  "report.dismiss": "Dismissed a report",
  "report.hide": "Upheld a report, hid the image",
  "report.remove": "Upheld a report, deleted the image",
  "report.undo": "Opened a report again",
  "member.standing": "Changed a member’s standing",
  "member.credits": "Corrected a balance",
  "message.close": "Closed a message",
  "message.open": "Opened a message again",
  "rule.change": "Changed a rule for prompts",
  "rule.create": "Made a rule for prompts",
  "rule.allow": "Let a refused prompt pass",
  "rule.forbid": "Took that back",
  "prompt.save": "Wrote a system prompt",
  "prompt.use": "Put a system prompt to use",
};

/** A value of the log in short: a moment by its day, a list by its length. */
function valueWords(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value.length > 40 ? `${value.slice(0, 40)}…` : value;
  return typeof value === "number" ? value.toLocaleString("en") : JSON.stringify(value);
}

/** What is another value after the deed than before, e.g. "approved: yes to no". */
function changeWords({ before, after }: Pick<AuditEntry, "before" | "after">): string[] {
  return Object.entries(after ?? {})
    .filter(([key]) => key !== "key")
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before?.[key]))
    .map(([key, value]) => {
      const was = before === null ? "" : `${valueWords(before[key])} to `;
      return `${key}: ${was}${valueWords(value)}`;
    });
}

/** The thing that a deed was about, with a way to it where it is still there. */
function Target({ deed }: { deed: AuditEntry }) {
  const { target, targetKind, targetId } = deed;
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
  return (
    <span className="text-ink-3" title={targetId}>
      {targetKind === "rule" ? targetId : `${targetKind} ${targetId.slice(-6)}`}
    </span>
  );
}

/** Lines of the audit log. */
export function DeedsTable({ deeds }: { deeds: readonly AuditEntry[] }) {
  if (deeds.length === 0) return <p className="mt-2 text-ink-2">Nothing yet.</p>;
  return (
    <Table low>
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
        {deeds.map((deed) => (
          <tr key={deed.id}>
            <td className="wide text-ink-2" title={`Request ${deed.requestId}`}>
              <Moment at={deed.createdAt} />
            </td>
            <td className="wide">{deed.admin === null ? "A former member" : deed.admin.name}</td>
            <td>
              {words[deed.action] ?? deed.action}
              <span className="block text-12 text-ink-3 md:hidden">
                <Moment at={deed.createdAt} />
              </span>
            </td>
            <td className="wrap-anywhere">
              <Target deed={deed} />
            </td>
            <td className="wide text-13 text-ink-2">
              {changeWords(deed).map((change) => (
                <span key={change} className="block">
                  {change}
                </span>
              ))}
            </td>
            <td className="wide text-ink-2">{deed.reason ?? ""}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
