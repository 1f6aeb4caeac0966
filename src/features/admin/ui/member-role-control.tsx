import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import type { MemberRightsInput } from "../inputs.ts";
import type { MemberRow } from "../queries.ts";
import { api } from "./api.ts";
import "./member-role-control.css";

const roles = (["member", "user", "admin"] as const).map((role) => ({ value: role, label: role }));

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
        label={`Role of ${member.name}`}
        small
        className="w-auto"
        options={roles}
        value={member.role}
        disabled={busy}
        onChange={(role) => void run({ wanted: { role }, done: `${member.name} is ${role} now` })}
      />
      <Button
        look="soft"
        size="small"
        disabled={busy}
        aria-label={`${member.verified ? "Unverify" : "Verify"} ${member.name}`}
        onClick={() => {
          const now = member.verified ? "is not verified any more" : "is verified";
          void run({ wanted: { verified: !member.verified }, done: `${member.name} ${now}` });
        }}
      >
        {member.verified ? "Unverify" : "Verify"}
      </Button>
      {dialog}
    </div>
  );
}
