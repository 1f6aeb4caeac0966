import { data, redirect, type RouterContextProvider } from "react-router";
import { actorContext, requestIdContext, servicesContext } from "./context.ts";
import type { Actor, Member } from "./lib/actor.ts";
import { AppError } from "./lib/errors.ts";
import { refusalOf } from "./lib/problem.ts";
import { paths } from "./paths.ts";
import type { Services } from "./services.ts";

/** What the error page is told of a refusal; nothing of its cause. */
export type PageProblem = { title: string; detail: string | null; requestId: string };

/**
 * Runs a loader's work with what it needs. A refusal becomes an answer with its own status
 * (404, 503, …); a fault stays a fault, is logged once and answered with 500.
 */
export async function pageData<T>(
  context: Readonly<RouterContextProvider>,
  work: (services: Services, actor: Actor) => Promise<T>,
): Promise<T> {
  try {
    return await work(context.get(servicesContext), context.get(actorContext));
  } catch (error) {
    if (error instanceof Response || !(error instanceof Error)) throw error;
    const refusal = refusalOf(error);
    if (refusal.code === "internal") throw error;
    const problem: PageProblem = {
      title: refusal.title,
      detail: refusal.info.detail ?? null,
      requestId: context.get(requestIdContext),
    };
    const wait = refusal.info.retryAfterSeconds;
    throw data(problem, {
      status: refusal.status,
      headers: wait === undefined ? undefined : { "Retry-After": String(Math.ceil(wait)) },
    });
  }
}

/**
 * The same for admins alone: their pages get data by no other way (docs/product.md 6). Each loader checks for
 * itself, for a request may name the loaders it wants and leave out those of the layouts above.
 */
export function adminData<T>(
  context: Readonly<RouterContextProvider>,
  work: (services: Services, admin: Member) => Promise<T>,
): Promise<T> {
  return pageData(context, (services, actor) => {
    if (actor.role === "guest") throw new AppError("unauthenticated");
    if (actor.needsSecondFactor) throw redirect(`${paths.dashboardPage("profile")}#two-factor`);
    if (actor.role !== "admin") throw new AppError("forbidden");
    return work(services, actor);
  });
}
