import { t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import type { MemberRightsInput } from "../inputs.ts";
import type { MemberRow } from "../queries.ts";
import { api } from "./api.ts";
import "./member-role-control.css";

const roles = [
  { value: "member", label: t`member` },
  { value: "user", label: t`user` },
  { value: "admin", label: t`admin` },
] as const;
/** What a role is called. */
export const roleLabel = (role: string): string =>
  roles.find(({ value }) => value === role)?.label ?? role;

const changed: Record<MemberRow["role"], (name: string) => string> = {
  member: (name) => t`${name} is a member now`,
  user: (name) => t`${name} is a user now`,
  admin: (name) => t`${name} is an admin now`,
};

type Change = { wanted: MemberRightsInput; done: string };

/** Role and verification of one member. */
export function MemberRoleControl({ member }: { member: MemberRow }) {
  const { guard, dialog } = useFreshFactor();
  const { run, busy } = useMutation(
    ({ wanted }: Change) =>
      guard(() => api.patch("/api/admin/users/:id", { param: { id: member.id }, json: wanted })),
    { reloads: true, onDone: (_, { done }) => void showToast("success", done) },
  );
  return (
    <div className="member-role">
      <Select
        bare
        label={t`Role of ${member.name}`}
        small
        className="w-auto"
        options={roles}
        value={member.role}
        disabled={busy}
        onChange={(role) => void run({ wanted: { role }, done: changed[role](member.name) })}
      />
      <Button
        look="soft"
        size="small"
        disabled={busy}
        aria-label={member.verified ? t`Unverify ${member.name}` : t`Verify ${member.name}`}
        onClick={() => {
          const done = member.verified
            ? t`${member.name} is not verified any more`
            : t`${member.name} is verified`;
          void run({ wanted: { verified: !member.verified }, done });
        }}
      >
        {member.verified ? t`Unverify` : t`Verify`}
      </Button>
      {dialog}
    </div>
  );
}
