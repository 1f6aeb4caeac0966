/** What is opened by its first use: a client, say, whose library most processes never need. */
export type Lazy<T> = {
  /**
   * Calls at once share one opening; after one that failed the next call tries again.
   * @throws Error once it was closed
   */
  get(): Promise<T>;
  /** Closes it if it was opened. */
  close(end: (opened: T) => Promise<unknown>): Promise<void>;
};

/** Opens something by its first use, and not at all where nobody uses it. */
export function openLazily<T>(open: () => Promise<T>): Lazy<T> {
  let opened: Promise<T> | null = null;
  let isClosed = false;
  return {
    async get() {
      // What was opened now would never be closed.
      if (isClosed) throw new Error("closed already");
      if (opened !== null) return opened;
      const opening = open();
      opened = opening;
      opening.catch(() => {
        if (opened === opening) opened = null;
      });
      return opening;
    },
    async close(end) {
      isClosed = true;
      if (opened !== null) await end(await opened);
    },
  };
}
