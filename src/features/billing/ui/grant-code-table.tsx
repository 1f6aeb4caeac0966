import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Table } from "#app/ui/table.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import type { GrantCode, GrantCodeState } from "../queries/grant-codes.ts";
import { api } from "./api.ts";
import "#app/ui/state.css";

/** How long an offer to undo stays, in ms; the row's own button undoes it at any time. */
const undoMs = 30_000;

const states: Record<GrantCodeState, { label: string; tone: string }> = {
  open: { label: "Valid", tone: "moss" },
  used: { label: "Used up", tone: "dim" },
  expired: { label: "Expired", tone: "dim" },
  revoked: { label: "Revoked", tone: "rust" },
};

const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const dayOf = (at: string) => when.format(new Date(at));

function Row({ code }: { code: GrantCode }) {
  const { id, ending, credits, uses, maxUses, reason, state, expiresAt, createdAt } = code;
  const { guard, dialog } = useFreshFactor();
  const { run, busy } = useMutation(
    (revoked: boolean) =>
      guard(() => api.patch("/api/admin/grant-codes/:id", { param: { id }, json: { revoked } })),
    {
      reloads: true,
      onDone(_now, revoked) {
        if (!revoked) {
          void showToast("success", `The code ending in ${ending} is no longer revoked`);
          return;
        }
        void showToast("success", `The code ending in ${ending} is revoked`, {
          duration: undoMs,
          action: { label: "Undo", onClick: () => void run(false) },
        });
      },
    },
  );
  const isRevoked = state === "revoked";
  const { label, tone } = states[state];
  return (
    <tr>
      <td>
        <span className="mono whitespace-nowrap">…{ending}</span>
      </td>
      <td className="wrap-anywhere">{reason}</td>
      <td className="number" data-label="credits">
        {credits.toLocaleString("en")}
      </td>
      <td className="number" data-label="uses">
        {uses.toLocaleString("en")} of {maxUses.toLocaleString("en")}
      </td>
      <td className="whitespace-nowrap">{expiresAt === null ? "No expiry" : dayOf(expiresAt)}</td>
      <td>
        <span className="state" data-tone={tone}>
          {label}
        </span>
      </td>
      <td className="wide whitespace-nowrap text-ink-2">{dayOf(createdAt)}</td>
      <td className="number">
        <Button
          look="soft"
          size="small"
          disabled={busy}
          aria-label={`${isRevoked ? "Undo revoking" : "Revoke"} the code ending in ${ending}`}
          onClick={() => void run(!isRevoked)}
        >
          {isRevoked ? "Undo" : "Revoke"}
        </Button>
        {dialog}
      </td>
    </tr>
  );
}

/** Grant codes, each with a button that revokes it or undoes that. */
export function GrantCodeTable({ codes }: { codes: readonly GrantCode[] }) {
  return (
    <Table label="Grant codes" stack>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Reason</th>
          <th scope="col" className="number">
            Credits
          </th>
          <th scope="col" className="number">
            Uses
          </th>
          <th scope="col">Expires (UTC)</th>
          <th scope="col">State</th>
          <th scope="col" className="wide">
            Made
          </th>
          <th scope="col">
            <span className="sr-only">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => (
          <Row key={code.id} code={code} />
        ))}
      </tbody>
    </Table>
  );
}
