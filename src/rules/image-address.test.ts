import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  imageAddress,
  imageIdFromPath,
  imageOrigin,
  imageSources,
  imageSrcset,
  modalAddresses,
  originalAddress,
  pageImageHost,
  responsiveAddresses,
} from "./image-address.ts";

const host = "img.example.org";

test.each([
  ["img.example.org", "https://img.example.org"],
  ["http://img.example.org", "https://img.example.org"],
  ["https://img.example.org/", "https://img.example.org"],
  ["localhost:3000", "http://localhost:3000"],
  ["https://localhost:3000", "http://localhost:3000"],
  ["pictures.localhost", "http://pictures.localhost"],
  ["LOCALHOST:3000", "http://LOCALHOST:3000"],
  ["127.0.0.1:3000", "https://127.0.0.1:3000"],
  ["", ""],
])("IM-06 the host %j is reached at %j", (given, origin) => {
  expect(imageOrigin(given)).toBe(origin);
});

test.each([
  ["lake", {}, "/i/0x0/q75/lake.jpg"],
  ["lake", { width: 512 }, "/i/512x0/q75/lake.jpg"],
  ["lake", { width: 512, height: 0, format: "webp" }, "/i/512x0/q75/lake.webp"],
  ["lake", { width: 300, height: 400 }, "/i/300x400/q75/lake.jpg"],
  ["lake.jpg", { width: 24, quality: 10, format: "webp" }, "/i/24x0/q10/lake.jpg"],
  ["a b/c", {}, "/i/0x0/q75/a%20b%2Fc.jpg"],
  ["", {}, "/i/0x0/q75/placeholder_id.jpg"],
  ["   ", {}, "/i/0x0/q75/placeholder_id.jpg"],
  [undefined, {}, "/i/0x0/q75/placeholder_id.jpg"],
  [42, { format: "avif" }, "/i/0x0/q75/placeholder_id.avif"],
  ["lake", { width: Number.NaN, height: -3 }, "/i/0x0/q75/lake.jpg"],
] as const)("IM-06 the address of %j with %j", (id, options, path) => {
  expect(imageAddress(host, id, options)).toBe(`https://img.example.org${path}`);
  expect(imageAddress("", id, options)).toBe(path);
});

test("IM-05 the original is {key}.jpg on the image host", () => {
  expect(originalAddress(host, "lake-0a1b2c3d")).toBe("https://img.example.org/lake-0a1b2c3d.jpg");
  expect(originalAddress("localhost:3000", "lake-0a1b2c3d")).toBe(
    "http://localhost:3000/lake-0a1b2c3d.jpg",
  );
  expect(originalAddress(host, "")).toBe("https://img.example.org/placeholder_id.jpg");
});

test("IM-06 responsive widths default to 300, 400, 600, 800, 1200", () => {
  expect(responsiveAddresses("", "lake")).toBe(
    "/i/300x0/q75/lake.jpg 300w, /i/400x0/q75/lake.jpg 400w, /i/600x0/q75/lake.jpg 600w, " +
      "/i/800x0/q75/lake.jpg 800w, /i/1200x0/q75/lake.jpg 1200w",
  );
});

test("IM-06 the srcset has 512 and 1024 at quality 75", () => {
  expect(imageSrcset("", "lake")).toBe(
    "/i/512x0/q75/lake.webp 512w, /i/1024x0/q75/lake.webp 1024w",
  );
});

test("IM-06 the modal loads the 24 px blur, then 512, then 1024 webp", () => {
  expect(modalAddresses("", "lake")).toEqual({
    blur: "/i/24x0/q10/lake.webp",
    small: "/i/512x0/q75/lake.webp",
    large: "/i/1024x0/q75/lake.webp",
  });
});

test.each([
  ["/i/lake-0a1b2c3d.jpg", "lake-0a1b2c3d"],
  ["/i/512x0/q75/lake.webp?x=1#y", "lake"],
  ["lake", "lake"],
  ["a.b.jpg", "a.b"],
  ["/i/", "placeholder_id"],
  ["", "placeholder_id"],
  [".jpg", "placeholder_id"],
  [null, "placeholder_id"],
  [7, "placeholder_id"],
])("IM-06 the id of the path %j is %j", (path, id) => {
  expect(imageIdFromPath(path)).toBe(id);
});

test("IM-06 the id comes back from every address made for it", () => {
  const slug = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+){0,4}$/);
  const format = fc.constantFrom("jpg", "webp", "avif", "png" as const);
  fc.assert(
    fc.property(slug, format, fc.nat(4000), fc.nat(4000), (id, fmt, width, height) => {
      const address = imageAddress(host, id, { width, height, format: fmt as "jpg" });
      expect(imageIdFromPath(address)).toBe(id);
      expect(address).toMatch(/^https:\/\/img\.example\.org\/i\/\d+x\d+\/q75\/[a-z0-9-]+\.[a-z]+$/);
    }),
  );
});

test("IM-01 the sources of an image are complete", () => {
  const sources = imageSources("", {
    slug: "lake-0a1b2c3d",
    alt: "Lake",
    width: 1200,
    height: 800,
  });
  expect(sources).toEqual({
    jpg: "/lake-0a1b2c3d.jpg",
    webp: "/i/1024x0/q75/lake-0a1b2c3d.webp",
    avif: "/i/1024x0/q75/lake-0a1b2c3d.avif",
    alt: "Lake",
    width: 1200,
    height: 800,
    srcSet: "/i/512x0/q75/lake-0a1b2c3d.webp 512w, /i/1024x0/q75/lake-0a1b2c3d.webp 1024w",
  });
});

test("pages use their own origin where it serves the pictures", () => {
  expect(pageImageHost("http://localhost:3000", "http://localhost:3000")).toBe("");
  expect(pageImageHost("https://a.example", "https://img.example")).toBe("https://img.example");
});
