import type { Services } from "#app/services.ts";
import { enginesChanged } from "../queries/own-engines.ts";

/** Takes over what admins change of the engines, whichever process they change it in. */
export function watchOwnEngines({
  live,
  log,
  ownEngines,
}: Pick<Services, "live" | "log" | "ownEngines">): void {
  const takeOver = () =>
    void ownEngines
      .refresh()
      .catch((err: unknown) => log.error({ err }, "the engines of admins could not be read"));
  live.on(enginesChanged, takeOver);
  live.onReconnect(takeOver);
}
