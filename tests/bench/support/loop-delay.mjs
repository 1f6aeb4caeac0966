/**
 * Preloaded into the measured server: writes its event-loop delay (ms) to the file named by LOOP_DELAY_FILE each second,
 * and, when told by SIGURG, what its heap holds after a full collection (MB) to the same name with `.heap`. It is JavaScript,
 * for the compiler of TypeScript that Node would load with it takes 14 MB of the memory that is measured.
 */
import { renameSync, writeFileSync } from "node:fs";
import v8 from "node:v8";
import vm from "node:vm";
import { isMainThread } from "node:worker_threads";
import { monitorEventLoopDelay } from "node:perf_hooks";

const file = process.env["LOOP_DELAY_FILE"];
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  // A signal that the program itself gives no meaning: SIGUSR2 would end it.
  process.on("SIGWINCH", () => delay.reset());
  process.on("SIGURG", () => {
    v8.setFlagsFromString("--expose-gc");
    vm.runInNewContext("gc")();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(`${file}.heap.part`, String((heapUsed + external) / 1e6));
    renameSync(`${file}.heap.part`, `${file}.heap`);
  });
  setInterval(() => {
    const ms = (nanoseconds) => Math.round(nanoseconds / 1e4) / 100;
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
