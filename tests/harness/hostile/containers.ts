import { gzipSync } from "node:zlib";
import { tarOfFiles, withTrueManifests } from "../archive.ts";
import { kind, last, renamed, without, type Attack } from "./make.ts";

const names = [
  "../data/profile.json",
  "/etc/passwd",
  "data/../../../etc/passwd",
  "data/pictures/../../x.jpg",
  "data\\..\\x.jpg",
  "C:\\windows\\x.jpg",
  "./data/profile.json",
  "data//profile.json",
  "data/profile.json/",
  "DATA/profile.json",
  "data/pictures/short.jpg",
  `data/pictures/${"A".repeat(64)}.jpg`,
  `data/pictures/${"a".repeat(64)}.svg`,
  `data/pictures/${"a".repeat(64)}.jpg.exe`,
  "data/script.sh",
  "data/avatar.svg",
  "records/../../x.json",
  "records/deep/x.json",
  "activitypub/page.html",
  "keys/private.pem",
  "..",
  ".ssh/authorized_keys",
];

/** Archives whose tar or whose files are wrong. */
export const wrongContainers: Attack[] = [
  ...names.map((name) => ({
    name: `a file called ${name}`,
    says: /which no export has|a folder/,
    make: renamed(name),
  })),
  ...Object.entries({
    "1": /a link/,
    "2": /a symbolic link/,
    "3": /a device/,
    "4": /a device/,
    "5": /a folder/,
    "6": /a pipe/,
    "7": /not a file/,
    S: /a sparse file/,
    L: /a long name/,
    x: /an extended header/,
    g: /an extended header/,
    V: /not a file/,
  }).map(([letter, says]) => ({ name: `an entry of kind ${letter}`, says, make: kind(letter) })),
  { name: "an extended header of 8 GB", says: /extended header/, make: kind("x", "77777777777\0") },
  {
    name: "a size in another form",
    says: /impossible size/,
    make: kind("0", "\x80\0\0\0\0\0\0\0\0\0\x7f\xff"),
  },
  { name: "a size below nothing", says: /impossible size/, make: kind("0", "-0000000001\0") },
  { name: "a size that is no number", says: /impossible size/, make: kind("0", "99999999999\0") },
  { name: "a size of nothing", says: /impossible size/, make: kind("0", "            ") },
  { name: "blanks instead of an archive", says: /not a tar/, make: () => Buffer.alloc(2048) },
  { name: "a text instead of an archive", says: /not a tar/, make: () => Buffer.alloc(2048, "a") },
  {
    name: "a page instead of an archive",
    says: /not a tar/,
    make: () => Buffer.from("<html>".repeat(400)),
  },
  { name: "a compressed archive", says: /compressed/, make: ({ bytes }) => gzipSync(bytes) },
  {
    name: "an archive without its end",
    says: /ends too early/,
    make: ({ bytes }) => bytes.subarray(0, -1024),
  },
  {
    name: "an archive with half of its end",
    says: /ends too early/,
    make: ({ bytes }) => bytes.subarray(0, -512),
  },
  {
    name: "an archive cut within a file",
    says: /ends too early/,
    make: ({ bytes }) => bytes.subarray(0, -3000),
  },
  {
    name: "an archive cut within a header",
    says: /ends too early|no manifest/,
    make: ({ bytes }) => bytes.subarray(0, 1100),
  },
  {
    name: "a header with another sum",
    says: /not a tar|damaged/,
    make: ({ bytes }) => Buffer.concat([Buffer.from("y"), bytes.subarray(1)]),
  },
  {
    name: "files after the end",
    says: /after its end/,
    make: ({ bytes }) => Buffer.concat([bytes, bytes]),
  },
  { name: "an empty archive", says: /not a tar/, make: () => Buffer.alloc(10_240) },
  {
    name: "a file twice",
    says: /twice/,
    make: ({ bytes }) => Buffer.concat([bytes.subarray(0, -1024), bytes]),
  },
  { name: "no manifest", says: /manifests come after/, make: without("manifest-sha256.txt") },
  {
    name: "no tag manifest",
    says: /manifests come after/,
    make: without("tagmanifest-sha256.txt"),
  },
  {
    name: "manifests at the end",
    says: /manifests come after/,
    make: last((name) => /^(tag)?manifest-/.test(name)),
  },
  { name: "no profile", says: /before what is said|not there/, make: without("data/profile.json") },
  {
    name: "no records of images",
    says: /images come before|not there/,
    make: without("data/pictures.jsonl"),
  },
  {
    name: "no profile, and none in the manifest",
    says: /before what is said/,
    make: (from) =>
      tarOfFiles(
        withTrueManifests(
          new Map([...from.files].filter(([name]) => name !== "data/profile.json")),
        ),
      ),
  },
  {
    name: "an image that is not there",
    says: /not there/,
    make: (from) => without(`data/pictures/${from.digests[1]}.jpg`)(from),
  },
  {
    name: "images before their records",
    says: /before what is said/,
    make: last((name) => name === "data/pictures.jsonl"),
  },
  {
    name: "a profile after the images",
    says: /before what is said/,
    make: last((name) => name === "data/profile.json"),
  },
  {
    name: "likes after the images",
    says: /comes after the images/,
    make: last((name) => name === "data/likes.jsonl"),
  },
];
