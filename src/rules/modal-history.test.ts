import { expect, test } from "vitest";
import {
  closedModal,
  depthAfterOpening,
  modalAt,
  modalExit,
  modalTarget,
  type ModalState,
} from "./modal-history.ts";

const image = { kind: "image", address: "lake-1a2b3c4d" } as const;
const overWall: ModalState = { open: image, mode: "gallery", previous: "/?feed=picks", depth: 1 };
const direct: ModalState = { open: image, mode: "direct" };

test.each([
  ["/i/lake-1a2b3c4d", image],
  ["/i/lake-1a2b3c4d/?x=1#top", image],
  ["/i/a%20b", { kind: "image", address: "a b" }],
  ["/i/%E0%A4%A", { kind: "image", address: "%E0%A4%A" }],
  ["/@ada/collections/7", { kind: "collection", username: "ada", id: "7" }],
  ["/", null],
  ["/i/", null],
  ["/i/1024x0/q75/lake.webp", null],
  ["/@ada", null],
  ["/@ada/collections", null],
  ["/dashboard/collections", null],
])("the dialog of %s", (path, target) => {
  expect(modalTarget(path)).toEqual(target);
});

test("an address pushed over a page is gallery mode and remembers the page's path", () => {
  expect(modalAt({ path: "/?feed=picks", mask: "/i/lake-1a2b3c4d", depth: 1 })).toEqual(overWall);
});

test("an address gone to is flagged as direct access", () => {
  expect(modalAt({ path: "/i/lake-1a2b3c4d", mask: null, depth: 0 })).toEqual(direct);
});

test("going elsewhere closes it, also where the address bar is masked", () => {
  expect(modalAt({ path: "/", mask: null, depth: 0 })).toEqual(closedModal);
  expect(modalAt({ path: "/i/lake-1a2b3c4d", mask: "/login?next=%2F", depth: 1 })).toEqual(
    closedModal,
  );
});

test.each([
  ["the first one", closedModal, false, 1],
  ["one from a direct page", direct, false, 1],
  ["a further one", overWall, false, 2],
  ["the next one in its place", overWall, true, 1],
] as const)("depth after opening %s", (_title, state, replace, depth) => {
  expect(depthAfterOpening(state, replace)).toBe(depth);
});

test.each([
  ["nothing", closedModal, true, null],
  ["over a page", overWall, false, { go: "back", entries: 1 }],
  ["several deep", { ...overWall, depth: 3 }, false, { go: "back", entries: 3 }],
  ["direct, come from the site", direct, true, { go: "back", entries: 1 }],
  ["direct, come from outside", direct, false, { go: "to", path: "/" }],
] as const)("closing %s", (_title, state, arrived, exit) => {
  expect(modalExit(state, arrived)).toEqual(exit);
});
