/** The child of Bare that draws by the addon: asked by lines of JSON on its standard input, it answers on descriptor 3. */
import type { Readable, Writable } from "node:stream";
import { type Asking, type Child, ChildFault, holdProcess, type Launch } from "./process.ts";
import { lineOf, longestAnswer, readEvent } from "./protocol.ts";

type Waiting = Asking & {
  id: number;
  resolve: () => void;
  reject: (fault: ChildFault) => void;
};

/**
 * Starts the process and waits until it listens. Only descriptor 3 counts.
 * @throws ChildFault
 */
export async function startChild(
  launch: Launch,
  readyMs: number,
  onStarted: (pid: number) => void,
): Promise<Child> {
  const ready = Promise.withResolvers<void>();
  let waiting: Waiting | null = null;
  let number = 0;

  const held = holdProcess(launch, {
    answers: true,
    onText(text) {
      const [, done, total] = /(\d+)\/(\d+)(?!.*\d+\/\d+)/s.exec(text.slice(-200)) ?? [];
      if (total !== undefined) waiting?.onCount?.(Number(done), Number(total));
    },
  });
  function settle(how: (one: Waiting) => void): void {
    if (waiting === null) return;
    const one = waiting;
    waiting = null;
    how(one);
  }

  function hear(line: string): void {
    const event = readEvent(line);
    if (event === null) return held.end(new ChildFault("garbled", "the process said no answer"));
    if (event.event === "ready") return ready.resolve();
    if (event.id !== waiting?.id) return;
    if (event.event === "step") waiting.onStep?.(event.step, event.total);
    else if (event.event === "failed") {
      settle(({ reject }) => reject(new ChildFault(event.code, event.message)));
    } else settle(({ resolve }) => resolve());
  }

  let begun = "";
  const answers = held.process.stdio[3] as Readable;
  answers.setEncoding("utf8").on("data", (text: string) => {
    const lines = (begun + text).split("\n");
    begun = lines.pop() ?? "";
    if (begun.length > longestAnswer) {
      held.end(new ChildFault("garbled", "the process does not stop"));
    } else for (const line of lines) if (!held.isEnding()) hear(line);
  });
  const input = held.process.stdin as Writable;
  const say = (message: Record<string, unknown>) => {
    if (!held.isGone()) input.write(lineOf(message));
  };

  if (held.process.pid !== undefined) onStarted(held.pid);
  await held.within("its start", readyMs, ready.promise);

  return {
    pid: held.pid,
    ask(request, asking) {
      number += 1;
      const asked = number;
      const done = new Promise<void>((resolve, reject) => {
        waiting = { ...asking, id: asked, resolve, reject };
        say({ ...request, id: asked });
      });
      return held.within(request.op, asking.deadlineMs, done);
    },
    cancel() {
      if (waiting === null) return;
      number += 1;
      say({ op: "cancel", id: number, which: waiting.id });
    },
    kill: held.kill,
    async leave() {
      number += 1;
      say({ op: "exit", id: number });
      await held.leave();
    },
    gone: held.gone,
    isGone: held.isGone,
  };
}
