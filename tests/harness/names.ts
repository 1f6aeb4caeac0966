/** Prefix of test databases, followed by their creation time in milliseconds. */
export const databasePrefix = "echoform_test_";

/** The address of another database of the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
