import { useState } from "react";
import { useBalance } from "#app/features/billing/ui/balance.tsx";
import { Credits } from "#app/features/billing/ui/credits.tsx";
import { ExampleNote } from "#app/features/billing/ui/example-note.tsx";
import type { SessionUser } from "#app/features/identity/queries.ts";
import { useSignOut } from "#app/features/identity/ui/sign-out.ts";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { creditDisplay } from "#app/rules/credit-tone.ts";
import { planFigures, type PlanFigures } from "#app/rules/plan-figures.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { RemixGlyph } from "#app/ui/glyphs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Menu, MenuAction, MenuLink, opensMenu } from "#app/ui/menu.tsx";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { accountEntries, type AccountEntry } from "./account-entries.ts";
import "#app/ui/chip.css";
import "#app/ui/meter.css";
import "./account-menu.css";

const panelId = "account-panel";

/**
 * The available credits, their label, and their share of the plan's credits. Links to the plan.
 * @param available what the member has, also where the figures are an example
 */
function CreditsCard({ figures, available }: { figures: PlanFigures; available: number }) {
  const { loading, requiresAuth, error } = useBalance();
  const { current, share, isExample } = figures;
  const { message } = creditDisplay({ current, loading, requiresAuth });
  return (
    <Link className="credits-card" to={paths.dashboardPage("billing")}>
      <span className="flex items-center justify-between gap-3">
        <Credits amount={current} loading={loading} requiresAuth={requiresAuth} />
        <output className="text-12h text-ink-2">{error ?? message}</output>
      </span>
      <span className="meter" aria-hidden>
        <i style={{ width: `${100 * share}%` }} />
      </span>
      {isExample && (
        <div className="mt-2">
          <ExampleNote current={available} />
        </div>
      )}
    </Link>
  );
}

function Entries({ entries }: { entries: AccountEntry[] }) {
  return (
    <ul>
      {entries.map(({ label, to, icon }) => (
        <li key={to}>
          <MenuLink to={to}>
            {icon === null ? <RemixGlyph /> : <Icon name={icon} />}
            {label}
          </MenuLink>
        </li>
      ))}
    </ul>
  );
}

/** Credits and avatar; opens the menu with the member's links, the theme and sign-out. See docs/product.md 2.6. */
export function AccountMenu({ member }: { member: SessionUser }) {
  const { balance, refresh, loading } = useBalance();
  const current = balance?.current ?? member.credits;
  const figures = planFigures({ ...member, current });
  const [open, setOpen] = useState(false);
  const signOut = useSignOut();
  return (
    <>
      <button
        type="button"
        className="account"
        {...opensMenu(panelId)}
        aria-expanded={open}
        data-tip={t`Account`}
      >
        <Credits amount={current} loading={loading} />
        <Avatar name={member.name} src={member.avatar} />
        <span className="sr-only">{t`Account of ${member.name}`}</span>
      </button>
      <Menu
        id={panelId}
        className="account-panel"
        label={t`Account`}
        onToggle={(opened) => {
          setOpen(opened);
          if (opened) void refresh();
        }}
      >
        <div className="flex items-center gap-3 px-2.5 pt-2.5 pb-3">
          <Avatar name={member.name} src={member.avatar} size={40} />
          <div className="min-w-0 flex-1 leading-tight">
            <b className="block truncate font-semibold">{member.name}</b>
            <span className="block truncate text-13 text-ink-3">
              <bdi>@{member.username}</bdi>
            </span>
          </div>
          <span className="chip chip-small">{figures.isExample ? figures.name : member.plan}</span>
        </div>
        <CreditsCard figures={figures} available={current} />
        {accountEntries(member.role).map((entries, index) => (
          <div key={entries[0].to}>
            {index > 0 && <hr />}
            <Entries entries={entries} />
          </div>
        ))}
        <hr />
        <div className="flex items-center justify-between py-1 pe-1 ps-2.5">
          <span className="text-13 font-medium">{t`Theme`}</span>
          <ThemeSwitch />
        </div>
        <hr />
        <MenuAction onClick={() => void signOut()}>
          <Icon name="sign-out" />
          {t`Sign out`}
        </MenuAction>
      </Menu>
    </>
  );
}
