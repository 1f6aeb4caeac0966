/** Deletion of accounts and pictures. See docs/deletion.md. */
import { locale, t } from "#app/language/message.ts";
import { daysFrom } from "./sanctions.ts";

/** Days in which the deletion of an account can be undone. */
export const deletionGraceDays = 30;

/** When an account that is asked for now is deleted. */
export const deletionDueAt = (now: Date): Date => daysFrom(now, deletionGraceDays);

export type DeletionState = "waiting" | "erasing" | "files" | "done" | "kept";
export type DeletionKind = "account" | "picture";

/** The date of a deletion in words, e.g. "23 December 2026". */
export const formatDeletionDay = (at: Date): string =>
  at.toLocaleDateString(locale("en-GB"), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

/** What goes and what stays, as members read it before they ask. */
export const deletedThings = (): string[] => [
  t`Your pictures, their prompts and every file made of them, and what you uploaded`,
  t`Your profile, avatar, style kits, word lists, collections, likes, follows and cast log`,
  t`Your sign-in: password, passkeys, two-factor secrets, sessions and notifications`,
  t`Credits that are left: they cannot be paid out`,
];

export const keptThings = (): string[] => [
  t`Remixes that others made of your pictures: they lose your name and show “Deleted picture” in their thread`,
  t`Payments and the ledger of credits, without your name, because the books must add up`,
  t`Your username: nobody else can take it`,
  t`Backups made before: they age out, and a restore deletes your account again`,
];

/** What a receipt counts, in the order in which it is shown. */
export const removedKinds = () => ({
  pictures: t`Pictures`,
  uploads: t`Uploads`,
  casts: t`Casts`,
  styleKits: t`Style kits`,
  wordLists: t`Word lists`,
  collections: t`Collections`,
  likes: t`Likes`,
  follows: t`Follows`,
  messages: t`Messages to the operator`,
  mails: t`Mails that waited or lay in the folder`,
  notifications: t`Notifications of others`,
  auditEntries: t`Entries of the audit log, emptied of words`,
  ledgerEntries: t`Transactions of the ledger, made nameless`,
  paymentEvents: t`Events of the payment provider, emptied of words`,
  remixes: t`Remixes of others that lost the name`,
  files: t`Files`,
});
export type RemovedKind = keyof ReturnType<typeof removedKinds>;
export type Removed = Partial<Record<RemovedKind, number>>;
