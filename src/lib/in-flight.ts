export type InFlight = {
  /**
   * Begins the work as soon as fewer than so many run. It ends later.
   * @throws what earlier work threw
   */
  begin: (work: () => Promise<void>) => Promise<void>;
  /** Waits for all that was begun. @throws what the first that failed threw */
  end: () => Promise<void>;
};

/** Runs work that comes one after another, at most so many at a time. */
export function createInFlight(most: number): InFlight {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  function check(): void {
    if (failure !== null) throw failure.error;
  }
  return {
    async begin(work) {
      while (running.size >= most) await Promise.race(running);
      check();
      const one = work()
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => running.delete(one));
      running.add(one);
    },
    async end() {
      await Promise.all(running);
      check();
    },
  };
}
