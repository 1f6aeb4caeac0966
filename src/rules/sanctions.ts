/** What admins decide against a member or a picture of theirs, and how it is put into words. See docs/moderation.md. */
import { locale, t } from "#app/language/message.ts";
import { reportReasons } from "./report-reasons.ts";

/** Kinds of decisions. A closure is on request; the others are for something that the member did. */
export const sanctionKinds = [
  "strike",
  "suspension",
  "ban",
  "closure",
  "picture",
  "name",
  "bio",
  "avatar",
  "cover",
  "kit",
] as const;
export type SanctionKind = (typeof sanctionKinds)[number];

/** The kinds that turn an account off. */
export const accountSanctions = ["suspension", "ban", "closure"] as const;
export type AccountSanction = (typeof accountSanctions)[number];

export const turnsAccountOff = (kind: SanctionKind): kind is AccountSanction =>
  accountSanctions.some((each) => each === kind);

/** The parts of a profile that can be taken down, with what members call them. */
export const profileParts = {
  name: () => t`name`,
  bio: () => t`bio`,
  avatar: () => t`profile picture`,
  cover: () => t`cover picture`,
} as const;
export type ProfilePart = keyof typeof profileParts;

export const isProfilePart = (kind: SanctionKind): kind is ProfilePart =>
  Object.hasOwn(profileParts, kind);

/** Reasons for a decision. Those of reports come first. */
export const sanctionReasons = {
  ...reportReasons,
  abuse: () => t`Abuse of the site or its credits`,
  strikes: () => t`Too many strikes`,
  requested: () => t`At the member's request`,
} as const;
export type SanctionReason = keyof typeof sanctionReasons;

/** The reasons that an admin chooses from; the others follow from what was decided. */
export const chosenReasons = (Object.keys(sanctionReasons) as SanctionReason[]).filter(
  (reason) => reason !== "strikes",
);

export type ChosenReason = (typeof chosenReasons)[number];

/** The label of a stored reason; one of a later release is shown as it is. */
export const reasonLabel = (reason: string): string =>
  Object.hasOwn(sanctionReasons, reason) ? sanctionReasons[reason as SanctionReason]() : reason;

export const sanctionLimits = {
  /** Characters of the note to the member. */
  note: 1000,
  /** Characters of an appeal, and of the answer to it. */
  appeal: 2000,
  /** Days of a suspension. */
  suspensionDays: { least: 1, most: 365, default: 7 },
  /** Appeals against one decision. */
  appeals: 3,
} as const;

/** Strikes that count at the same time before the account is suspended. */
export const strikesThatSuspend = 3;
/** Days until a strike no longer counts. */
export const strikeDays = 90;
/** Days of the suspension that follows from strikes. */
export const strikeSuspensionDays = 7;

const dayMs = 24 * 3600 * 1000;
export const daysFrom = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

const inWords = {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
} as const;

/** A time in words, e.g. "24 November 2026 at 10:00 UTC". */
export const formatMoment = (at: Date): string =>
  t`${at.toLocaleString(locale("en-GB"), inWords)} UTC`;

export type SanctionText = {
  kind: SanctionKind;
  reason: string;
  endsAt: Date | null;
  targetTitle: string | null;
};

/** One sentence that says what was decided. */
export function sanctionTitle({ kind, endsAt, targetTitle }: Omit<SanctionText, "reason">): string {
  const until = endsAt === null ? "" : t` until ${formatMoment(endsAt)}`;
  switch (kind) {
    case "strike":
      return t`You have a strike${until}`;
    case "suspension":
      return t`Your account is suspended${until}`;
    case "ban":
      return t`Your account is banned`;
    case "closure":
      return t`Your account is closed`;
    case "picture":
      return t`Your image “${targetTitle ?? t`Untitled`}” was hidden`;
    case "name":
      return t`Your name was taken down`;
    case "bio":
      return t`Your bio was taken down`;
    case "avatar":
      return t`Your profile picture was taken down`;
    case "cover":
      return t`Your cover picture was taken down`;
    case "kit":
      return t`Your style kit “${targetTitle ?? t`Untitled`}” was taken down`;
    default:
      return kind satisfies never;
  }
}

/** What follows from a decision for the member. */
export function sanctionConsequence(kind: SanctionKind): string {
  switch (kind) {
    case "strike":
      return t`${strikesThatSuspend} strikes at the same time suspend an account for ${strikeSuspensionDays} days.`;
    case "suspension":
      return t`Until then nobody can sign in to it, and nobody sees its images. Open casts were cancelled. The credits stay.`;
    case "ban":
      return t`Nobody can sign in to it, and nobody sees its images. Open casts were cancelled. The credits stay.`;
    case "closure":
      return t`Nobody can sign in to it, and nobody sees its images. Nothing is deleted: write to us to open it again.`;
    case "picture":
      return t`Only you and the admins see it.`;
    case "name":
      return t`Your username stands in its place. You can choose another name.`;
    case "bio":
    case "avatar":
    case "cover":
      return t`You can choose another one.`;
    case "kit":
      return t`Only you can use it, also if you share it.`;
    default:
      return kind satisfies never;
  }
}

/** What the sign-in says of an account that is off. */
export function signInRefusal({ kind, reason, endsAt }: Omit<SanctionText, "targetTitle">): string {
  return t`${sanctionTitle({ kind, endsAt, targetTitle: null })}. Reason: ${reasonLabel(reason)}.`;
}
