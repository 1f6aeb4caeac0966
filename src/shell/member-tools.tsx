import { useRouteLoaderData } from "react-router";
import type { SessionUser } from "#app/features/identity/queries.ts";
import { Bell } from "#app/features/notifications/ui/bell.tsx";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { IconLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { RootData } from "./root-data.ts";
import { AccountMenu } from "./account-menu.tsx";

/** The bar's controls for members: moderation for admins, the bell, the account menu. See docs/product.md 2.4. */
export default function MemberTools({ member }: { member: SessionUser }) {
  const unread = useRouteLoaderData<RootData>("root")?.unread ?? 0;
  return (
    <>
      {member.role === "admin" && (
        <IconLink
          className="moderation"
          to={paths.dashboardPage("admin/asset-manager")}
          label={t`Moderation`}
          data-tip={t`Moderation`}
        >
          <Icon name="shield-check" />
        </IconLink>
      )}
      <Bell key={member.id} memberId={member.id} unread={unread} />
      <AccountMenu member={member} />
    </>
  );
}
