/** Preloaded into the measured server: writes its event-loop delay (ms) to the file named by LOOP_DELAY_FILE each second. */
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { monitorEventLoopDelay } from "node:perf_hooks";

const file = process.env["LOOP_DELAY_FILE"];
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  // A signal that the program itself gives no meaning: SIGUSR2 would end it.
  process.on("SIGWINCH", () => delay.reset());
  setInterval(() => {
    const ms = (nanoseconds: number) => Math.round(nanoseconds / 1e4) / 100;
    writeFileSync(
      file,
      JSON.stringify({
        p50: ms(delay.percentile(50)),
        p99: ms(delay.percentile(99)),
        max: ms(delay.max),
        count: delay.count,
      }),
    );
  }, 1000).unref();
}
