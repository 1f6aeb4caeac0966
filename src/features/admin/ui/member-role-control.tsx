import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { MemberRightsInput } from "../inputs.ts";
import type { MemberRow } from "../queries.ts";
import { api } from "./api.ts";
import { useAdminAction } from "./use-admin-action.ts";
import "#app/ui/field.css";
import "./member-role-control.css";

const roles = ["member", "user", "admin"] as const;

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
      <select
        className="input input-small w-auto"
        aria-label={`Role of ${member.name}`}
        value={member.role}
        disabled={busy}
        onChange={(event) => {
          const role = roles.find((each) => each === event.currentTarget.value);
          void change({ role }, `${member.name} is ${role} now`);
        }}
      >
        {roles.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </select>
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
