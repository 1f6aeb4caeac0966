import type { AuditEntry } from "../queries.ts";
import { Moment } from "./moment.tsx";

const words: Record<string, string> = {
  "picture.approve": "Approved an image",
  "picture.reject": "Rejected an image",
  "picture.pick": "Picked an image",
  "picture.unpick": "Took a pick back",
  "picture.remove": "Deleted an image",
  "picture.undo": "Undid a decision on an image",
  "picture.upload": "Uploaded an image",
  "member.standing": "Changed a member’s standing",
  "member.credits": "Corrected a balance",
  "message.close": "Closed a message",
  "message.open": "Opened a message again",
};

/** The newest lines of the audit log. */
export function DeedsTable({ deeds }: { deeds: readonly AuditEntry[] }) {
  if (deeds.length === 0) return <p className="mt-2 text-ink-2">Nothing yet.</p>;
  return (
    <div className="tbl-wrap">
      <table className="tbl tbl-low">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col" className="wide">
              Reason
            </th>
          </tr>
        </thead>
        <tbody>
          {deeds.map(({ id, action, admin, createdAt, reason, targetId }) => (
            <tr key={id}>
              <td className="text-ink-2">
                <Moment at={createdAt} />
              </td>
              <td>{admin === null ? "A former member" : admin.name}</td>
              <td title={targetId}>{words[action] ?? action}</td>
              <td className="wide text-ink-2">{reason ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
