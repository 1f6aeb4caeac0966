import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { MemberRightsInput } from "../inputs.ts";
import type { MemberRow } from "../queries.ts";
import { api } from "./api.ts";
import { useAdminAction } from "./use-admin-action.ts";
import "./member-role-control.css";

const roles = (["member", "user", "admin"] as const).map((role) => ({ value: role, label: role }));

/** Role and verification of one member. */
export function MemberRoleControl({ member }: { member: MemberRow }) {
  const { busy, perform } = useAdminAction();
  async function change(wanted: MemberRightsInput, said: string) {
    const answer = await perform(
      api.patch("/api/admin/users/:id", { param: { id: member.id }, json: wanted }),
    );
    if (answer) void showToast("success", said);
  }
  return (
    <div className="standing">
      <Select
        bare
        label={`Role of ${member.name}`}
        small
        className="w-auto"
        options={roles}
        value={member.role}
        disabled={busy}
        onChange={(role) => void change({ role }, `${member.name} is ${role} now`)}
      />
      <Button
        look="soft"
        size="small"
        disabled={busy}
        aria-label={`${member.verified ? "Unverify" : "Verify"} ${member.name}`}
        onClick={() => {
          const said = member.verified ? "is not verified any more" : "is verified";
          void change({ verified: !member.verified }, `${member.name} ${said}`);
        }}
      >
        {member.verified ? "Unverify" : "Verify"}
      </Button>
    </div>
  );
}
