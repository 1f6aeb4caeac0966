import type { Config } from "@react-router/dev/config";
import { bundleProgram } from "./scripts/bundle-program.ts";
import { localize } from "./scripts/languages/localize.ts";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  // The picture dialog opens on a masked address: the client has to know every route from the start.
  routeDiscovery: { mode: "initial" },
  async buildEnd() {
    localize(import.meta.dirname);
    await bundleProgram(import.meta.dirname);
  },
} satisfies Config;
