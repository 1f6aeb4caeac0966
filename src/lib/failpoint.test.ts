import { afterEach, expect, test, vi } from "vitest";
import { failpoint } from "./failpoint.ts";

const kill = vi.spyOn(process, "kill").mockImplementation(() => true);
afterEach(() => kill.mockClear());

test.each([undefined, "", "after-settle:exit", "after-claim", "after-claim:exit@x"])(
  "with %s the point after-claim does nothing",
  (FAILPOINT) => {
    failpoint({ FAILPOINT }, "after-claim");
    expect(kill).not.toHaveBeenCalled();
  },
);

test("name:exit ends the process at the first pass", () => {
  failpoint({ FAILPOINT: "after-claim:exit" }, "after-claim");
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, "SIGKILL");
});

test("name:exit@3 ends it at the third pass", () => {
  const env = { FAILPOINT: "after-claim:exit@3" };
  failpoint(env, "after-claim");
  failpoint(env, "after-claim");
  expect(kill).not.toHaveBeenCalled();
  failpoint(env, "after-claim");
  expect(kill).toHaveBeenCalledTimes(1);
});
