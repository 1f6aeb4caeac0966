import type { SourceFile, Violation } from "./source.ts";

/** Files that read an answer of the API themselves, and why no hook of src/ui/data does it for them. */
export const answersByHand: Readonly<Record<string, string>> = {
  "src/features/admin/ui/use-chosen-assets.ts": "several calls are one question to the hooks",
  "src/features/billing/ui/read-balance.ts": "a status is part of the result (docs/product.md 7.2)",
  "src/features/collections/ui/use-arrangement.ts": "several calls are one question to the hooks",
  "src/features/generation/ui/offline-pictures.ts": "nothing on the page shows the answer",
  "src/features/generation/ui/use-casts.ts": "one cast of a list is read at an event of the stream",
  "src/features/generation/ui/use-source.ts": "two answers are put into other words for the hooks",
  "src/features/identity/ui/account-definition.ts": "a form's definition, also sent by the server",
  "src/features/identity/ui/passkey-client.ts":
    "two calls, and the browser's own question between them, are one to the hooks",
  "src/features/identity/ui/session.ts": "who is looking is a store of its own, with a time-out",
  "src/features/notifications/ui/notification-store.ts": "a list that the stream of events changes",
  "src/features/notifications/ui/push-client.ts":
    "two calls, and the browser's own question between them, are one to the hooks",
  "src/features/pictures/ui/use-pending-delete.ts": "the request outlives the page",
  "src/features/social/ui/read-likes.ts": "an address with two answers is narrowed for the hooks",
  "src/root.tsx": "the sign-in dialog is given what reads its picture",
};

/** An answer that is waited for. What is sent with `void` alone has none that anybody reads. */
const byHand =
  /(?:\bawait\s+\w*(?:[aA]pi|pictures)\.(?:get|put|post|patch|delete)\()|(?:\w*(?:[aA]pi|pictures)\.(?:get|put|post|patch|delete)\([^;]*?\)\.then\()/;

const refused: { pattern: RegExp; message: string }[] = [
  {
    pattern: /\bset(?:Busy|Saving|Sending|Loading|Reading)\(/,
    message: "a state of waiting by hand: write useMutation or useQuery of src/ui/data",
  },
  {
    pattern: /\blet (?:isStale|stale|isCancelled|cancelled)\b/,
    message: "a guard against stale answers by hand: write useQuery or useList of src/ui/data",
  },
];

const isBrowserCode = (path: string) =>
  /^src\/(?:features\/\w+\/ui|pages|shell|ui|root\.tsx)/.test(path) &&
  !path.startsWith("src/ui/data/") &&
  !path.endsWith(".test.ts");

/** Calls of the API are waited for by the hooks of src/ui/data, which know what is busy and what is stale. */
export function checkBrowserData(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isBrowserCode(path))
    .flatMap(({ path, text }) => {
      const messages = refused.filter(({ pattern }) => pattern.test(text));
      if (byHand.test(text) && answersByHand[path] === undefined) {
        messages.push({
          pattern: byHand,
          message: "an answer of the API is read by hand: write a hook of src/ui/data",
        });
      }
      return messages.map(({ message }) => ({ rule: "data in the browser", path, message }));
    });
}

/** Exceptions that are needed no more. */
export function staleAnswers(files: readonly SourceFile[]): string[] {
  const needed = new Set(files.filter(({ text }) => byHand.test(text)).map(({ path }) => path));
  return Object.keys(answersByHand).filter((path) => !needed.has(path));
}
