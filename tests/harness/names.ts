/** Names of test databases begin so, followed by the time they were made in milliseconds. */
export const databasePrefix = "echoform_test_";

/** The address of another database of the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
