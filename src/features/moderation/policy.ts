import { sanctionLimits } from "#app/rules/sanctions.ts";

type Appealed = {
  isActive: boolean;
  appeals: readonly { state: "open" | "granted" | "declined" }[];
};

/** Whether the member may appeal now: one appeal at a time, three against one decision. */
export function canAppeal({ isActive, appeals }: Appealed): boolean {
  const waits = appeals.some(({ state }) => state === "open");
  return isActive && !waits && appeals.length < sanctionLimits.appeals;
}
