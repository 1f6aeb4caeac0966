/** Checks the headers of the files that are named, and prints for each the fault, milliseconds of processor time and MB that the process grew by. */
import { checkHeaderOf } from "#app/adapters/models/headers/check.ts";
import { HeaderFault } from "#app/adapters/models/headers/source.ts";

const peakMb = () => process.resourceUsage().maxRSS / 1024;
const checked = [];
for (const file of process.argv.slice(2)) {
  const before = peakMb();
  const begun = process.cpuUsage();
  const fault = await checkHeaderOf(file).then(
    () => null,
    (error: unknown) => {
      if (error instanceof HeaderFault) return error.message;
      throw error;
    },
  );
  const { user, system } = process.cpuUsage(begun);
  checked.push({ fault, ms: (user + system) / 1000, mb: peakMb() - before });
}
console.log(JSON.stringify(checked));
