import { apiClient } from "#app/ui/api-client.ts";
import type { provenanceRoutes } from "../http.ts";

export type ProvenanceRoutes = ReturnType<typeof provenanceRoutes>;

/** The API of provenance, typed by its routes. */
export const api = apiClient<ProvenanceRoutes>();

type Answer = Awaited<ReturnType<typeof api.post<"/api/verify">>>;

/** What was found out about a file. */
export type Verified = Extract<Answer, { ok: true }>["data"];
