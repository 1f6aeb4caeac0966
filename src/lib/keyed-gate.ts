import { createGate, type Gate, type GateOptions } from "./gate.ts";

export type KeyedGate = {
  /** Runs the work in its turn among the work of the same key. @throws AppError of `code` */
  run: <T>(key: string, work: () => Promise<T>) => Promise<T>;
};

/** A gate for each key, e.g. each member; those of keys without work are forgotten. */
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
