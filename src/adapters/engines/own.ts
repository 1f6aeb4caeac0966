/** Engines that admins set up while the program runs, beside those of the settings. */
import type { EngineSettings } from "#app/engine-settings.ts";
import { guardEngine } from "./guarded.ts";
import { plainEngine, settingFault } from "./open.ts";
import type { Engine, EngineError, EngineRegistry, OwnEngines } from "./port.ts";

/** An engine as it is set up at one time. */
type Opened = { settings: EngineSettings; engine: Engine; calls: number; isOver: boolean };

/** The same engine whatever its settings become: calls go to it as it is set up now. */
type Held = { engine: Engine; opened: Opened };

export type OwnEnginesOptions = {
  /** Engines of the settings; one of the same id wins. */
  base: EngineRegistry;
  /** The engine that is offered first whenever it is there. */
  first?: string;
  /** Reads what is stored, in the order in which it is offered. */
  read: () => Promise<EngineSettings[]>;
  /** Called when an engine's breaker opens. */
  onTrouble: (engineId: string, reason: EngineError) => void;
  /** Called for a stored engine that cannot be opened. */
  onUnusable: (engineId: string, error: unknown) => void;
};

const isSame = (a: EngineSettings, b: EngineSettings) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Holds the engines of the settings and those that are stored, and takes changes over without a restart. An engine whose
 * settings change keeps its old connection until what it draws is done.
 */
export function openOwnEngines(options: OwnEnginesOptions): {
  engines: EngineRegistry;
  own: OwnEngines;
  /** Offers an engine that this program keeps itself after those of the settings, or takes it back. */
  offer(id: string, engine: Engine | null): void;
  close(): Promise<void>;
} {
  const { base, first, read, onTrouble, onUnusable } = options;
  const engines = new Map(base);
  const kept = new Map<string, Engine>();
  const held = new Map<string, Held>();
  const closings = new Set<Promise<void>>();
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const open = (settings: EngineSettings): Opened => ({
    settings,
    engine: guardEngine(plainEngine(settings), settings, onTrouble),
    calls: 0,
    isOver: false,
  });

  function closeIfDone(opened: Opened): void {
    if (!opened.isOver || opened.calls > 0) return;
    const closing = opened.engine.close().finally(() => closings.delete(closing));
    closings.add(closing);
  }
  function end(opened: Opened): void {
    opened.isOver = true;
    closeIfDone(opened);
  }

  async function using<T>(mine: Held, call: (engine: Engine) => Promise<T>): Promise<T> {
    const { opened } = mine;
    opened.calls += 1;
    try {
      return await call(opened.engine);
    } finally {
      opened.calls -= 1;
      closeIfDone(opened);
    }
  }

  function hold(opened: Opened): Held {
    const mine: Held = {
      opened,
      engine: {
        id: opened.settings.id,
        get service() {
          return mine.opened.engine.service;
        },
        get deadlineMs() {
          return mine.opened.engine.deadlineMs;
        },
        capabilities: () => using(mine, (engine) => engine.capabilities()),
        health: (signal) => using(mine, (engine) => engine.health(signal)),
        generate: (request, context) => using(mine, (engine) => engine.generate(request, context)),
        close: () => mine.opened.engine.close(),
      },
    };
    return mine;
  }

  /** All engines in their order, in one go: whoever looks at them sees none missing. */
  function arrange(): void {
    const others = [...held].map(([id, { engine }]) => [id, engine] as const);
    const ordered = [...base, ...kept, ...others];
    engines.clear();
    for (const [id, engine] of ordered.filter(([id]) => id === first)) engines.set(id, engine);
    for (const [id, engine] of ordered) if (!engines.has(id)) engines.set(id, engine);
  }

  function take(settings: EngineSettings): void {
    const { id } = settings;
    const before = held.get(id);
    if (before && isSame(before.opened.settings, settings)) return;
    let opened: Opened;
    try {
      opened = open(settings);
    } catch (error) {
      onUnusable(id, error);
      return;
    }
    if (before) {
      const old = before.opened;
      before.opened = opened;
      end(old);
      return;
    }
    const mine = hold(opened);
    held.set(id, mine);
  }

  async function readAgain(): Promise<void> {
    const stored = (await read()).filter(({ id }) => !base.has(id));
    const ids = new Set(stored.map(({ id }) => id));
    for (const [id, { opened }] of held) {
      if (ids.has(id)) continue;
      held.delete(id);
      end(opened);
    }
    for (const settings of stored) take(settings);
    arrange();
  }

  function refresh(): Promise<void> {
    if (running === null) {
      running = readAgain().finally(() => {
        running = null;
      });
      return running;
    }
    // What was stored after the running one began to read is seen by the next.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return refresh();
      });
    return next;
  }

  return {
    engines,
    own: {
      refresh,
      settled: () => (next ?? running ?? Promise.resolve()).catch(() => undefined),
      faultOf(settings) {
        try {
          void plainEngine(settings).close();
          return null;
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          return settingFault(error) ?? { setting: "defaults", reason };
        }
      },
      async trial(settings, use) {
        const engine = plainEngine(settings);
        try {
          return await use(engine);
        } finally {
          await engine.close();
        }
      },
    },
    offer(id, engine) {
      if (engine === null) kept.delete(id);
      else kept.set(id, engine);
      arrange();
    },
    async close() {
      await (next ?? running)?.catch(() => undefined);
      await Promise.all([...held.values()].map(({ engine }) => engine.close()));
      await Promise.all(closings);
    },
  };
}
