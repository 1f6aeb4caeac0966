import { expect, test } from "vitest";
import { imageObject } from "./image-object.ts";

test("IM-08 what is always there", () => {
  expect(imageObject({ contentUrl: "https://a.b/x.jpg", width: 3, height: 2 })).toEqual({
    "@context": "https://schema.org",
    "@type": "ImageObject",
    contentUrl: "https://a.b/x.jpg",
    width: 3,
    height: 2,
  });
});

test("IM-08 what is known besides, with the author as a person", () => {
  const object = imageObject({
    contentUrl: "https://a.b/x.jpg",
    width: 3,
    height: 2,
    name: "Lake",
    description: null,
    encodingFormat: "image/jpeg",
    keywords: ["lake", "dawn"],
    license: "https://creativecommons.org/licenses/by/4.0/",
    datePublished: "2026-11-20T10:11:12.000Z",
    author: "Ada",
  });
  expect(object).toMatchObject({
    name: "Lake",
    encodingFormat: "image/jpeg",
    keywords: "lake, dawn",
    license: "https://creativecommons.org/licenses/by/4.0/",
    datePublished: "2026-11-20T10:11:12.000Z",
    author: { "@type": "Person", name: "Ada" },
  });
  expect(object).not.toHaveProperty("description");
});
