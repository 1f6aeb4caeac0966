import sharp from "sharp";
import { tarOfFiles, withTrueManifests } from "../archive.ts";
import {
  anotherJpeg,
  flat,
  forged,
  line,
  manifest,
  misnamed,
  picture,
  profile,
  record,
  replaced,
  type Attack,
} from "./make.ts";

/** Archives whose manifests, records or images are wrong. */
export const wrongContents: Attack[] = [
  {
    name: "a manifest of nonsense",
    says: /no SHA-256 and name/,
    make: manifest(() => "nonsense\n"),
  },
  {
    name: "a manifest with a name twice",
    says: /twice/,
    make: manifest((text) => text + text.split("\n")[0] + "\n"),
  },
  {
    name: "a manifest with a file that is not there",
    says: /not there/,
    make: manifest((text) => `${text}${"0".repeat(64)}  data/collections-of-others.jsonl\n`),
  },
  {
    name: "a manifest with a path that leads out",
    says: /wrong manifest/,
    make: manifest((text) => `${text}${"0".repeat(64)}  ../../etc/passwd\n`),
  },
  {
    name: "a manifest with a tag file",
    says: /wrong manifest/,
    make: manifest((text) => `${text}${"0".repeat(64)}  README.txt\n`),
  },
  {
    name: "a manifest with another digest of the profile",
    says: /not the file that the manifest names/,
    make: manifest((text) => text.replace(/^\w{64}(?= {2}data\/profile)/m, "0".repeat(64))),
  },
  {
    name: "a manifest without an image",
    says: /not in the manifest/,
    make: manifest((text) => text.replace(/^.*data\/pictures\/\w+\.jpg\n/m, "")),
  },
  {
    name: "a manifest that its tag manifest does not name",
    says: /not the file/,
    make: (from) => {
      const lines = (from.files.get("manifest-sha256.txt")?.toString() ?? "").trimEnd().split("\n");
      return tarOfFiles(
        replaced(from.files, "manifest-sha256.txt", `${lines.toReversed().join("\n")}\n`),
      );
    },
  },
  {
    name: "an image with another byte",
    says: /not named by the SHA-256/,
    make: (from) => {
      const name = `data/pictures/${from.digests[0]}.jpg`;
      const body = Buffer.from(from.files.get(name) ?? "");
      body[body.length - 30] ^= 1;
      return tarOfFiles(replaced(from.files, name, body));
    },
  },
  {
    name: "an image under the digest of another",
    says: /not named by the SHA-256/,
    make: misnamed(anotherJpeg),
  },
  {
    name: "another profile than the manifest names",
    says: /not the file/,
    make: (from) => {
      const text = from.files.get("data/profile.json")?.toString() ?? "";
      return tarOfFiles(replaced(from.files, "data/profile.json", text.replace("Mira", "Myra")));
    },
  },
  {
    name: "an image with a record of another size",
    says: /another size/,
    make: record({ bytes: 12 }),
  },
  { name: "an image with other sides", says: /other sides/, make: record({ width: 4000 }) },
  {
    name: "an image that no record names",
    says: /not in data\/pictures/,
    make: record({ sha256: "0".repeat(64) }),
  },
  {
    name: "a record twice",
    says: /twice/,
    make: forged("data/pictures.jsonl", (text) => text + text),
  },
  {
    name: "a record that is no JSON",
    says: /is not JSON/,
    make: forged("data/pictures.jsonl", (text) => `{${text}`),
  },
  {
    name: "a record with a field that nobody knows",
    says: /line 1/,
    make: record({ ownerId: "somebody" }),
  },
  { name: "a record with an approval", says: /line 1/, make: record({ approved: true }) },
  { name: "a record with likes of its own", says: /line 1/, make: record({ likes: 9_000 }) },
  { name: "a record without a title", says: /title/, make: record({ title: "  " }) },
  {
    name: "a record with a title of 200 letters",
    says: /title/,
    make: record({ title: "t".repeat(200) }),
  },
  { name: "a record with NUL in its title", says: /title/, make: record({ title: "a\0b" }) },
  { name: "a record with half a letter", says: /prompt/, make: record({ prompt: "a\ud800b" }) },
  { name: "a record with 21 tags", says: /tags/, make: record({ tags: Array(21).fill("tag") }) },
  {
    name: "a record of tomorrow",
    says: /createdAt/,
    make: record({ createdAt: new Date(Date.now() + 90_000_000).toISOString() }),
  },
  {
    name: "a record of another age",
    says: /createdAt/,
    make: record({ createdAt: "1066-10-14T09:00:00Z" }),
  },
  { name: "a record whose source is a path", says: /parent/, make: record({ parent: "../../x" }) },
  {
    name: "a record with a review of its own",
    says: /made/,
    make: record({ made: { moderation: { flagged: false } } }),
  },
  {
    name: "a picture whose parameters are no values",
    says: /made/,
    make: record({ made: { params: { steps: { deep: 1 } } } }),
  },
  {
    name: "a picture with more parameters than a cast can have",
    says: /made/,
    make: record({
      made: { params: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`p${n}`, n])) },
    }),
  },
  {
    name: "a record with NUL in its settings",
    says: /made/,
    make: record({ made: { note: { deep: "\0" } } }),
  },
  {
    name: "a record with settings without end",
    says: /made/,
    make: record({ made: { note: "x".repeat(30_000) } }),
  },
  {
    name: "a line without end",
    says: /too long/,
    make: record({ made: { note: "x".repeat(300_000) } }),
  },
  {
    name: "text that is not UTF-8",
    says: /not UTF-8/,
    make: forged("data/likes.jsonl", () => Buffer.from([0xff, 0xfe, 0x0a])),
  },
  { name: "a profile with a role", says: /profile/, make: profile({ role: "admin" }) },
  { name: "a profile with credits", says: /profile/, make: profile({ credits: 1_000_000 }) },
  {
    name: "a profile whose website is a script",
    says: /website/,
    make: profile({ website: "javascript:alert(1)" }),
  },
  {
    name: "a profile of another member",
    says: /The archive is @root's/,
    make: profile({ username: "root" }),
  },
  {
    name: "a profile with a path as its name",
    says: /username/,
    make: profile({ username: "../root" }),
  },
  {
    name: "a profile that is a list",
    says: /profile/,
    make: forged("data/profile.json", () => "[]"),
  },
  {
    name: "a profile of 70 kB",
    says: /too large/,
    make: forged("data/profile.json", (text) => text + " ".repeat(70_000)),
  },
  {
    name: "a collection of 1001 images",
    says: /collections/,
    make: line("data/collections.jsonl", {
      name: "All",
      description: null,
      isPublic: true,
      createdAt: "2026-01-01T00:00:00.000Z",
      pictures: Array(1001).fill("0".repeat(64)),
      cover: null,
    }),
  },
  {
    name: "a collection that is picked",
    says: /collections/,
    make: line("data/collections.jsonl", {
      name: "All",
      description: null,
      isPublic: true,
      createdAt: "2026-01-01T00:00:00.000Z",
      pictures: [],
      cover: null,
      pickedAt: "2026-01-01T00:00:00.000Z",
    }),
  },
  {
    name: "a like of an id",
    says: /likes/,
    make: line("data/likes.jsonl", { sha256: "1", likedAt: "2026-01-01T00:00:00.000Z" }),
  },
  {
    name: "a follow of a path",
    says: /follows/,
    make: line("data/follows.jsonl", { username: "a/b", followedAt: "2026-01-01T00:00:00.000Z" }),
  },
  {
    name: "a style kit with a style",
    says: /style-kits/,
    make: line("data/style-kits.jsonl", {
      name: "Kit",
      camera: "",
      lighting: "",
      material: "",
      palette: ["url(x)"],
      isShared: true,
      picture: null,
      createdAt: "2026-01-01T00:00:00.000Z",
    }),
  },
  {
    name: "a word list with a brace that is not closed",
    says: /word-lists/,
    make: line("data/word-lists.jsonl", { name: "sky", words: ["{a|b"] }),
  },
  {
    name: "an image that is a page",
    says: /not a JPEG/,
    make: picture(() => Buffer.from("<script>alert(1)</script>")),
  },
  { name: "an image that is a PNG", says: /not a JPEG/, make: picture(() => flat("png")) },
  { name: "an image that is a GIF", says: /not a JPEG/, make: picture(() => flat("gif")) },
  {
    name: "an image that only begins as a JPEG",
    says: /damaged|not|read/i,
    make: picture(() =>
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(400, 7)]),
    ),
  },
  { name: "an image of no bytes", says: /.+/, make: picture(() => Buffer.alloc(0)) },
  {
    name: "an image of 100 megapixels",
    says: /pixels|large/i,
    make: picture(() =>
      sharp({
        create: { width: 10_000, height: 10_000, channels: 3, background: "#fff" },
        limitInputPixels: false,
      })
        .jpeg({ quality: 1 })
        .toBuffer(),
    ),
  },
  {
    name: "a portrait that is a page",
    says: /avatar/,
    make: (from) => {
      const files = [...from.files];
      const at = files.findIndex(([name]) => name.startsWith("data/pictures/"));
      files.splice(at, 0, ["data/avatar.webp", Buffer.from("<script>")]);
      return tarOfFiles(withTrueManifests(new Map(files)));
    },
  },
];
