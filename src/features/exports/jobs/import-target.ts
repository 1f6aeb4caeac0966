import type { Member } from "#app/lib/actor.ts";
import type { Services } from "#app/services.ts";

export type ImportServices = Pick<
  Services,
  "db" | "env" | "imaging" | "log" | "storage" | "vision"
>;

export type ImportTarget = {
  id: string;
  userId: string;
  /** The name that the archive may bear beside the member's own. */
  formerName: string | null;
  /** Whether the operator brings it, who may bring an archive of a name that somebody else has here. */
  byOperator: boolean;
};

/** Called with the pictures that are done and all of them. */
export type Progress = (done: number, total: number) => Promise<void>;

export const memberOf = ({ userId }: ImportTarget): Member => ({ role: "member", userId });
