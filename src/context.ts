import { createContext } from "react-router";
import type { Actor } from "./lib/actor.ts";
import type { LimitName } from "./lib/rate-limit.ts";
import type { Services } from "./services.ts";

/** What the server passes to loaders. The keys exist once, in the page bundle; see entry.server.tsx. */
export const servicesContext = createContext<Services>();
export const actorContext = createContext<Actor>();
/** The nonce of this answer's content security policy. */
export const nonceContext = createContext<string>();
export const requestIdContext = createContext<string>();
/** Asks the API within the process, as part of the present request. */
export const apiContext = createContext<(request: Request) => Promise<Response>>();
/** Counts one use by whoever asks, by member or address; throws AppError rate-limited. */
export const limitContext = createContext<(name: LimitName) => Promise<void>>();
/** Takes the HTML of the answer, whose own body is empty: a response would make a stream of it that is read again. */
export const htmlContext = createContext<(html: string) => void>();
/** Counts this answer now, and again whenever others get it from memory. */
export const countContext = createContext<(count: () => void) => void>();
