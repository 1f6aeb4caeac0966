import { locale, plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import type { LedgerLine } from "../queries.ts";
import { Table } from "#app/ui/table.tsx";

export type ShownLine = LedgerLine & {
  /** The cast behind the movement, while it is in the member's log. */
  cast: { id: string; kind: string; count: number; aspect: string; quality: string } | null;
};

const when = new Intl.DateTimeFormat(locale("en-GB"), {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

const kinds: Record<LedgerLine["kind"], string> = {
  grant: t`Given`,
  purchase: t`Bought`,
  adjust: t`Adjusted`,
  refund: t`Taken back`,
  freeze: t`Frozen`,
  release: t`Released`,
  hold: t`Reserved`,
  settle: t`Part refunded`,
  void: t`Refunded`,
  expire: t`Refunded`,
};

function What({ cast, reason }: ShownLine) {
  if (cast === null) return reason;
  return (
    <Link className="link" to={paths.castLog({ id: cast.id })}>
      {plural(cast.count, "Cast, # image", "Cast, # images")}
    </Link>
  );
}

function kindOf({ kind, cast, debt }: ShownLine): string {
  if (debt !== 0) return debt > 0 ? t`Owed` : t`Debt paid`;
  if (kind !== "hold" || cast === null) return kinds[kind];
  if (cast.kind === "remix") return t`Remix`;
  if (cast.kind === "upscale") return t`Enlarge`;
  return t`Create, ${cast.aspect} ${cast.quality}`;
}

/** Of a debt the change that is its own: what was paid of it came in, what is owed did not. */
const shownChange = ({ change, debt }: ShownLine) => (debt === 0 ? change : 0 - debt);

const signed = (change: number) =>
  `${change < 0 ? "−" : "+"}${Math.abs(change).toLocaleString(locale("en"))}`;

/** Every ledger entry of the member, with its reason and the resulting balance. */
export function LedgerTable({ lines }: { lines: readonly ShownLine[] }) {
  if (lines.length === 0) {
    return (
      <EmptyState title={t`No movements yet`}>
        {t`Credits that come and go are written down here, each with its reason.`}
      </EmptyState>
    );
  }
  return (
    <Table label={t`Movements`} low>
      <thead>
        <tr>
          <th scope="col">{t`When (UTC)`}</th>
          <th scope="col">{t`What`}</th>
          <th scope="col" className="wide">
            {t`Kind`}
          </th>
          <th scope="col" className="number">
            {t`Change`}
          </th>
          <th scope="col" className="number">
            {t`Balance`}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td className="mono whitespace-nowrap text-ink-2">
              <time dateTime={line.createdAt}>{when.format(new Date(line.createdAt))}</time>
            </td>
            <td className="wrap-break-word">
              <What {...line} />
            </td>
            <td className="wide text-ink-2">{kindOf(line)}</td>
            <td className={`number ${shownChange(line) > 0 ? "text-moss" : ""}`}>
              {signed(shownChange(line))}
            </td>
            <td className="number">{line.balance.toLocaleString(locale("en"))}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
