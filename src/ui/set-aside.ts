import { draftKey, editsKey, memberKey, notificationsKey } from "#app/rules/member-storage.ts";
import { readStored, storedNames, writeStored } from "./stored.ts";

const keysOf = (memberId: string) =>
  [notificationsKey, draftKey, editsKey].map((keyOf) => keyOf(memberId));

/** Whether it is what a member was making, which is nowhere else. */
const isUnfinished = (name: string): boolean => !name.startsWith(notificationsKey(""));

/** Uses the storage of this tab, which ends with it; null where the browser refuses it. */
function inTab<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

const tabNames = (): string[] => inTab((storage) => Object.keys(storage)) ?? [];

/** What is stored for a member, or was set aside in this tab when their session ended. */
export function readOwn(name: string): string | null {
  return readStored(name) ?? inTab((storage) => storage.getItem(name));
}

/**
 * Removes what is stored for members, because the session is over. What they were making is set aside for this tab alone,
 * until it is closed: who was signed out meanwhile signs in again and goes on. See docs/product.md 3.2.
 */
function setAside(): void {
  for (const name of storedNames().filter((one) => memberKey.test(one))) {
    const text = readStored(name);
    const isKept =
      text === null ||
      !isUnfinished(name) ||
      inTab((storage) => {
        storage.setItem(name, text);
        return true;
      });
    if (isKept) writeStored(name, null);
  }
}

/** Removes what is stored or was set aside for members. @param but id of the member whose data stays */
export function forgetMembers(but: string | null = null): void {
  const stays = but === null ? [] : keysOf(but);
  const goes = (name: string) => memberKey.test(name) && !stays.includes(name);
  for (const name of storedNames().filter(goes)) writeStored(name, null);
  for (const name of tabNames().filter(goes)) inTab((storage) => storage.removeItem(name));
}

/** Stores what was set aside for a member who has signed in again. Nothing of others stays. */
function takeBack(memberId: string): void {
  forgetMembers(memberId);
  for (const name of keysOf(memberId)) {
    const text = readOwn(name);
    if (text !== null && readStored(name) === null) writeStored(name, text);
    inTab((storage) => storage.removeItem(name));
  }
}

/** Does what follows from who is signed in. @param memberId none where the server says that nobody is */
export function settleStored(memberId: string | undefined): void {
  if (memberId === undefined) setAside();
  else takeBack(memberId);
}
