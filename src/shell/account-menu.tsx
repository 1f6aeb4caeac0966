import { SignOutIcon } from "@phosphor-icons/react/dist/csr/SignOut";
import { useRef } from "react";
import { Link } from "react-router";
import { useBalance } from "../features/billing/ui/balance.tsx";
import { Credits } from "../features/billing/ui/credits.tsx";
import type { SessionUser } from "../features/identity/queries.ts";
import { useSignOut } from "../features/identity/ui/sign-out.ts";
import { paths } from "../paths.ts";
import { creditTone } from "../rules/credit-tone.ts";
import { Avatar } from "../ui/avatar.tsx";
import { RemixGlyph } from "../ui/glyphs.tsx";
import { ThemeSwitch } from "../ui/theme-switch.tsx";

const panelId = "account-panel";

/** Credits and avatar; opens the panel with the member's name, links, theme and the way out. */
export function AccountMenu({ member }: { member: SessionUser }) {
  const credits = useBalance().balance?.current ?? member.credits;
  const panel = useRef<HTMLDivElement>(null);
  const signOut = useSignOut();
  const close = () => panel.current?.hidePopover();
  return (
    <>
      <button type="button" className="account" popoverTarget={panelId}>
        <Credits amount={credits} />
        <Avatar name={member.name} src={member.avatar} />
        <span className="sr-only">Account of {member.name}</span>
      </button>
      <nav
        ref={panel}
        id={panelId}
        popover="auto"
        className="pop menu account-panel"
        aria-label="Account"
      >
        <div className="flex items-center gap-3 px-2.5 pt-2.5 pb-3">
          <Avatar name={member.name} src={member.avatar} size={40} />
          <div className="min-w-0 flex-1 leading-tight">
            <b className="block truncate font-semibold">{member.name}</b>
            <span className="block truncate text-13 text-ink-3">@{member.username}</span>
          </div>
          <span className="chip chip-sm">{member.plan}</span>
        </div>
        <div className="mx-1 mb-1.5 flex items-center justify-between rounded-2 bg-fill p-3">
          <Credits amount={credits} />
          <span className="text-12h text-ink-2">{creditTone(credits).message}</span>
        </div>
        <Link className="menu-row" to={paths.studio()} onClick={close}>
          <RemixGlyph />
          Create/Remix
        </Link>
        <hr />
        <div className="flex items-center justify-between py-1 pr-1 pl-2.5">
          <span className="text-13 font-medium">Theme</span>
          <ThemeSwitch />
        </div>
        <hr />
        <button
          type="button"
          className="menu-row"
          onClick={() => {
            close();
            void signOut();
          }}
        >
          <SignOutIcon />
          Sign out
        </button>
      </nav>
    </>
  );
}
