import { createGate, type Gate, type GateOptions } from "./gate.ts";

export type KeyedGate = {
  /** Runs the work when its turn among the work of the same key comes. @throws AppError of `code` */
  run: <T>(key: string, work: () => Promise<T>) => Promise<T>;
};

/** One gate per key, e.g. per member; gates of idle keys are dropped. */
export function createKeyedGate(options: GateOptions): KeyedGate {
  const gates = new Map<string, { gate: Gate; users: number }>();
  return {
    async run(key, work) {
      const own = gates.get(key) ?? { gate: createGate(options), users: 0 };
      gates.set(key, own);
      own.users += 1;
      try {
        return await own.gate.run(work);
      } finally {
        own.users -= 1;
        if (own.users === 0) gates.delete(key);
      }
    },
  };
}
