import { SealCheckIcon } from "@phosphor-icons/react/dist/csr/SealCheck";
import { Avatar } from "#app/ui/avatar.tsx";
import type { MemberRow } from "../queries.ts";
import "./asset-table.css";

/** The member in a row: avatar, name, username and email address. */
export function MemberCell({ member }: { member: MemberRow }) {
  return (
    <div className="asset">
      <Avatar name={member.name} src={member.avatar} />
      <div className="min-w-0">
        <span className="flex items-center gap-1.5 font-semibold">
          <span className="truncate">{member.name}</span>
          {member.verified && (
            <>
              <SealCheckIcon
                size={16}
                weight="fill"
                className="flex-none text-patina"
                aria-hidden
              />
              <span className="sr-only">verified</span>
            </>
          )}
        </span>
        <span className="block truncate text-12 text-ink-3">
          @{member.username} · {member.email}
        </span>
      </div>
    </div>
  );
}
