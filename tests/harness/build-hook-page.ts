import { fileURLToPath } from "node:url";
import { build } from "vite";
import { sourceLanguage } from "#app/language/languages.ts";
import { messages } from "../../scripts/languages/plugin.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

// A program of its own that writes the script of tests/fixtures/hook-page.tsx, built as the product's pages are.
const built = await build({
  configFile: false,
  logLevel: "silent",
  plugins: [messages(root, sourceLanguage)],
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    write: false,
    minify: false,
    rolldownOptions: {
      input: fileURLToPath(new URL("../fixtures/hook-page.tsx", import.meta.url)),
      output: { codeSplitting: false },
    },
  },
});
const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
  "output" in one ? one.output : [],
);
const script = outputs.find((one) => one.type === "chunk" && one.isEntry);
if (script?.type !== "chunk") throw new Error("The page of the hooks was not built");
process.stdout.write(script.code);
