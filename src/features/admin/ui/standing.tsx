import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { StandingInput } from "../inputs.ts";
import type { MemberRow } from "../queries.ts";
import { api } from "./api.ts";
import { useDeed } from "./use-deed.ts";
import "#app/ui/field.css";
import "./standing.css";

const roles = ["member", "user", "admin"] as const;

/** Role and verification of one member. */
export function Standing({ member }: { member: MemberRow }) {
  const { busy, deed } = useDeed();
  async function change(wanted: StandingInput, said: string) {
    const answer = await deed(
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
