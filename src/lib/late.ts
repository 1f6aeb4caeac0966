/** What is opened by its first use: a client, say, whose library most processes never need. */
export type Late<T> = {
  /** Calls at once share one opening; after one that failed the next call tries again. */
  get(): Promise<T>;
  /** Ends it if it was opened. */
  end(close: (opened: T) => Promise<unknown>): Promise<void>;
};

export function openLate<T>(open: () => Promise<T>): Late<T> {
  let opened: Promise<T> | null = null;
  return {
    get() {
      if (opened !== null) return opened;
      const opening = open();
      opened = opening;
      opening.catch(() => {
        if (opened === opening) opened = null;
      });
      return opening;
    },
    async end(close) {
      if (opened !== null) await close(await opened);
    },
  };
}
