import { expect, test, vi } from "vitest";
import { createAuthStore } from "./auth-store.ts";
import { userFromAuth } from "./auth-user.ts";

const ada = userFromAuth({ id: "ada", name: "Ada" });

test("AU-10 the store begins with what the server rendered", () => {
  expect(createAuthStore(ada).now()).toMatchObject({ status: "authenticated", user: ada });
  expect(createAuthStore(null).now()).toMatchObject({ status: "guest", initialised: true });
});

test("AU-10 listeners are called only on changes, until they unsubscribe", () => {
  const store = createAuthStore(null);
  const listener = vi.fn<() => void>();
  const leave = store.subscribe(listener);
  store.dispatch({ type: "no-session" });
  expect(listener).not.toHaveBeenCalled();
  store.dispatch({ type: "session", userId: "ada" });
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
  store.dispatch({ type: "profile", user: ada });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.now().status).toBe("authenticated");
});
