import type { GenerateRequest } from "#app/adapters/engines/port.ts";
import { promptWithKit } from "#app/rules/style-kit.ts";
import type { Services } from "#app/services.ts";
import type { Generation } from "../commands/close.ts";
import { kitOf, paramsOf } from "../queries/cast.ts";
import { loadReferences } from "./references.ts";
import { loadSource } from "./source.ts";

/**
 * The engine request of a generation. A kit is passed on as it is; an engine that draws from text alone gets it as
 * words.
 * @param skip indices of pictures that are there already
 * @throws EngineError when its source is gone
 */
export async function requestOf(
  services: Pick<Services, "accounts" | "db" | "imaging" | "storage">,
  row: Generation,
  neural: boolean,
  skip: readonly number[],
): Promise<GenerateRequest> {
  const source = await loadSource(services, row);
  const references = await loadReferences(services, row);
  const kit = kitOf(row);
  const worded = (text: string) => (kit && neural ? promptWithKit(text, kit) : text);
  return {
    jobId: row.id,
    memberId: services.accounts.strangerId(row.user_id),
    mode: source ? "img2img" : "txt2img",
    prompt: worded(row.prompt),
    ...(row.texts && { prompts: row.texts.map(worded) }),
    ...(kit && { styleKit: kit }),
    ...(row.negative !== null && { negativePrompt: row.negative }),
    model: row.model,
    width: row.width,
    height: row.height,
    count: row.count,
    seed: row.seed,
    params: paramsOf(row),
    ...(references.length > 0 && { references }),
    quality: row.quality as GenerateRequest["quality"],
    ...(source && { source, strength: row.strength ?? undefined }),
    skip,
  };
}
