/** Puts calls that wait for the same worker into one job. */

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * @param run does several items and gives their results in the same order; one batch runs at a time
 * @param most items of one batch
 * @returns a function that does one item, together with what waits at the same time. Where a batch fails, each of its
 *   items is tried alone, so that one of them fails by itself.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  most: number,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  async function runAll(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
    } catch (error) {
      if (batch.length === 1) batch[0].reject(error);
      else for (const one of batch) await runAll([one]);
    }
  }

  async function work(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) await runAll(waiting.splice(0, most));
    isRunning = false;
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    void work();
    return promise;
  };
}
