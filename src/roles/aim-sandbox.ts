import type { Services } from "#app/services.ts";

/** Tells the sandbox of payments where this server listens: its events come here, and its pages are here. */
export function aimSandbox(
  { env, payments }: Pick<Services, "env" | "payments">,
  host: string,
  port: number,
): void {
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const own = `http://${name}:${port}`;
  const isKnown = new URL(env.SERVER_URL).port !== "0";
  payments.sandbox?.aim({
    deliverTo: `${own}/api/webhooks/stripe`,
    siteUrl: isKnown ? env.SERVER_URL : own,
  });
}
