import { SealCheckIcon } from "@phosphor-icons/react/dist/csr/SealCheck";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Link } from "#app/ui/link.tsx";
import type { MemberRow } from "../queries.ts";
import "#app/ui/state.css";
import "./asset-table.css";

const states = {
  suspension: t`Suspended`,
  ban: t`Banned`,
  closure: t`Closed`,
  deletion: t`Being deleted`,
} as const;

/** Says that an account is off; nothing for one that is on. */
export function AccountState({ ban }: Pick<MemberRow, "ban">) {
  if (ban === null) return null;
  return (
    <span className="state" data-tone="rust">
      {states[ban.kind]}
    </span>
  );
}

/** The member in a row: avatar, name, username and email address. */
export function MemberCell({ member }: { member: MemberRow }) {
  return (
    <div className="asset">
      <Avatar name={member.name} src={member.avatar} />
      <div className="min-w-0">
        <span className="flex items-center gap-1.5 font-semibold">
          <Link
            className="truncate"
            to={paths.dashboardPage(`admin/members/${encodeURIComponent(member.username)}`)}
          >
            {member.name}
          </Link>
          {member.verified && (
            <>
              <SealCheckIcon
                size={16}
                weight="fill"
                className="flex-none text-patina"
                aria-hidden
              />
              <span className="sr-only">{t`verified`}</span>
            </>
          )}
          <AccountState ban={member.ban} />
        </span>
        <span dir="ltr" className="block truncate text-12 text-ink-3">
          <bdi>@{member.username}</bdi> · <bdi>{member.email}</bdi>
        </span>
      </div>
    </div>
  );
}
