import { locale, t } from "#app/language/message.ts";
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
  open: { label: t`Valid`, tone: "moss" },
  used: { label: t`Used up`, tone: "dim" },
  expired: { label: t`Expired`, tone: "dim" },
  revoked: { label: t`Revoked`, tone: "rust" },
};

const when = new Intl.DateTimeFormat(locale("en-GB"), { dateStyle: "medium", timeZone: "UTC" });
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
          void showToast("success", t`The code ending in ${ending} is no longer revoked`);
          return;
        }
        void showToast("success", t`The code ending in ${ending} is revoked`, {
          duration: undoMs,
          action: { label: t`Undo`, onClick: () => void run(false) },
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
        {credits.toLocaleString(locale("en"))}
      </td>
      <td className="number" data-label="uses">
        {t`${uses.toLocaleString(locale("en"))} of ${maxUses.toLocaleString(locale("en"))}`}
      </td>
      <td className="whitespace-nowrap">{expiresAt === null ? t`No expiry` : dayOf(expiresAt)}</td>
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
          aria-label={t`${isRevoked ? t`Undo revoking` : t`Revoke`} the code ending in ${ending}`}
          onClick={() => void run(!isRevoked)}
        >
          {isRevoked ? t`Undo` : t`Revoke`}
        </Button>
        {dialog}
      </td>
    </tr>
  );
}

/** Grant codes, each with a button that revokes it or undoes that. */
export function GrantCodeTable({ codes }: { codes: readonly GrantCode[] }) {
  return (
    <Table label={t`Grant codes`} stack>
      <thead>
        <tr>
          <th scope="col">{t`Code`}</th>
          <th scope="col">{t`Reason`}</th>
          <th scope="col" className="number">
            {t`Credits`}
          </th>
          <th scope="col" className="number">
            {t`Uses`}
          </th>
          <th scope="col">{t`Expires (UTC)`}</th>
          <th scope="col">{t`State`}</th>
          <th scope="col" className="wide">
            {t`Made`}
          </th>
          <th scope="col">
            <span className="sr-only">{t`Revoke`}</span>
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
