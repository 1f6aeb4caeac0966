/** Deletion of accounts and pictures. See docs/deletion.md. */
import { daysFrom } from "./sanctions.ts";

/** Days in which the deletion of an account can be undone. */
export const deletionGraceDays = 30;

/** When an account that is asked for now is deleted. */
export const deletionDueAt = (now: Date): Date => daysFrom(now, deletionGraceDays);

export type DeletionState = "waiting" | "erasing" | "files" | "done" | "kept";
export type DeletionKind = "account" | "picture";

const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** The date of a deletion in words, e.g. "23 December 2026". */
export const formatDeletionDay = (at: Date): string => day.format(at);

/** What goes and what stays, as members read it before they ask. */
export const deletedThings = [
  "Your pictures, their prompts and every file made of them, and what you uploaded",
  "Your profile, avatar, style kits, collections, likes, follows and cast log",
  "Your sign-in: password, passkeys, two-factor secrets, sessions and notifications",
  "Credits that are left: they cannot be paid out",
] as const;

export const keptThings = [
  "Remixes that others made of your pictures: they lose your name and show “Deleted picture” in their thread",
  "Payments and the ledger of credits, without your name, because the books must add up",
  "Your username: nobody else can take it",
  "Backups made before: they age out, and a restore deletes your account again",
] as const;

/** What a receipt counts, in the order in which it is shown. */
export const removedKinds = {
  pictures: "Pictures",
  uploads: "Uploads",
  casts: "Casts",
  styleKits: "Style kits",
  collections: "Collections",
  likes: "Likes",
  follows: "Follows",
  messages: "Messages to the operator",
  mails: "Mails that waited or lay in the folder",
  notifications: "Notifications of others",
  auditEntries: "Entries of the audit log, emptied of words",
  ledgerEntries: "Transactions of the ledger, made nameless",
  paymentEvents: "Events of the payment provider, emptied of words",
  remixes: "Remixes of others that lost the name",
  files: "Files",
} as const;
export type RemovedKind = keyof typeof removedKinds;
export type Removed = Partial<Record<RemovedKind, number>>;
