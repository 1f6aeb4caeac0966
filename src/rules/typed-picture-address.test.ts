import { expect, test } from "vitest";
import { typedPictureName } from "./typed-picture-address.ts";

const hosts = ["art.example.org", "localhost:3000"];

test.each([
  ["https://art.example.org/i/misty-lake-1a2b", "misty-lake-1a2b"],
  ["http://art.example.org/i/misty-lake-1a2b?x=1#y", "misty-lake-1a2b"],
  ["HTTPS://ART.example.org/i/512x0/q75/misty-lake-1a2b.webp", "misty-lake-1a2b.webp"],
  ["  http://localhost:3000/i/misty-lake-1a2b/  ", "misty-lake-1a2b"],
  ["localhost:3000/i/misty-lake-1a2b", "misty-lake-1a2b"],
  ["art.example.org/i/misty-lake-1a2b", "misty-lake-1a2b"],
  ["/i/misty-lake-1a2b?from=wall", "misty-lake-1a2b"],
  ["i/misty-lake-1a2b", "misty-lake-1a2b"],
  ["misty-lake-1a2b.jpg", "misty-lake-1a2b.jpg"],
  ["https://art.example.org/i/caf%C3%A9", "café"],
])("%s names a picture of this site", (typed, name) => {
  expect(typedPictureName(typed, hosts)).toBe(name);
});

test.each([
  "https://elsewhere.example/i/misty-lake-1a2b",
  "https://art.example.org.elsewhere.example/i/misty-lake-1a2b",
  "https://art.example.org:8443/i/misty-lake-1a2b",
  "elsewhere.example/i/misty-lake-1a2b",
  "localhost:4000/i/misty-lake-1a2b",
  "ftp://art.example.org/i/misty-lake-1a2b",
  "50%",
  "/i/50%",
  "https://art.example.org/i/%E0%A4%A",
  "https://art.example.org/",
  "",
  "   ",
  `/i/${"a".repeat(201)}`,
])("%s is not a picture of this site", (typed) => {
  expect(typedPictureName(typed, hosts)).toBeNull();
});
