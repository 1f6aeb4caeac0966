import { expect, test } from "vitest";
import { visitSource } from "./visit-source.ts";

const own = ["echoform.example", "pictures.example"];

test.each([
  ["https://www.Search.example/find?q=secret+words", "search.example"],
  ["http://blog.example:8080/a/b", "blog.example"],
  ["https://xn--bcher-kva.example/", "xn--bcher-kva.example"],
])("AD-06 the source of a visit is the host alone: %s", (referrer, host) => {
  expect(visitSource(referrer, own)).toBe(host);
});

test.each([
  null,
  "",
  "not an address",
  "https://echoform.example/s/lake",
  "https://pictures.example/i/x",
  "android-app://com.example/",
  "http://localhost:3000/",
  "http://[::1]/",
  `https://${"a".repeat(250)}.example/`,
])("AD-06 a visit without a link of another site has no source: %s", (referrer) => {
  expect(visitSource(referrer, own)).toBe("");
});
