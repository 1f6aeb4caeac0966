import path from "node:path";
import { build, type Plugin } from "vite";
import { languages, sourceLanguage } from "../src/language/languages.ts";

/** Where the program is, below the root; pages of the source language are in pages/, those of others in folders there. */
const folder = "build/program";

/** Packages with libraries of the machine, which they look for beside their own files. sharp is one too, and is loaded by `lib/sharp.ts`. */
export const native = ["@contentauth/c2pa-node"];

/**
 * A file of ours finds others by its own address: threads, networks, lists of words. They stay where they are, so it keeps
 * the address that it has as a source.
 */
function sourceAddresses(out: string): Plugin {
  return {
    name: "source-addresses",
    enforce: "pre",
    transform: {
      filter: {
        id: { include: /\.m?[jt]s$/, exclude: /\/node_modules\/|\0/ },
        code: "import.meta",
      },
      handler(code, id) {
        const address = JSON.stringify(path.relative(out, id).replaceAll(path.sep, "/"));
        return code.replaceAll("import.meta.url", `new URL(${address}, import.meta.url).href`);
      },
    },
  };
}

/** V8 keeps a source with a single letter beyond ASCII in two bytes a letter, which is 10 MB for the whole program. */
function inAscii(): Plugin {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return {
    name: "in-ascii",
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type === "chunk") file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped);
      }
    },
  };
}

/**
 * Bundles the server's program with its packages and the built pages, which share them: a start no longer reads
 * 2,400 files (decision 495). The pages must be built and localized before.
 * @param root folder of the project
 * @throws Error where a module cannot be resolved
 */
export async function bundleProgram(root: string): Promise<void> {
  const out = path.join(root, folder);
  const pages = Object.keys(languages).map((language) => {
    const below = language === sourceLanguage ? "" : `${language}/`;
    return [`pages/${below}index`, path.join(root, `build/server/${below}index.js`)] as const;
  });
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins: [sourceAddresses(out), inAscii()],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true, external: native },
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: { main: path.join(root, "src/main.ts"), ...Object.fromEntries(pages) },
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          // V8 keeps the whole source in memory: the comments of packages are an eighth of it.
          comments: { jsdoc: false, annotation: false, legal: true },
        },
        // The localized pages have marks of purity where they mean nothing.
        checks: { invalidAnnotation: false },
      },
    },
  });
}
