/** What servers of the AUTOMATIC1111 family refuse; see sdapi.ts. */
import { type Flavour, referenceRefusal, samplingRefusal, sdModels } from "./sdapi-offer.ts";
import { isBase64 } from "./sdapi-pictures.ts";

type Asked = Record<string, unknown>;

/** Status and body of the answer to a request that a server refuses; null for a valid one. */
export function refusalOf(
  flavour: Flavour,
  address: string,
  asked: Asked,
): [number, unknown] | null {
  // Stricter than the servers, which silently round sides down to a multiple of eight.
  if (Number(asked["width"]) % 8 !== 0 || Number(asked["height"]) % 8 !== 0) {
    const detail = [
      { loc: ["body", "width"], msg: "must be a multiple of 8", type: "value_error" },
    ];
    return [422, { detail }];
  }
  const { sd_model_checkpoint: model } = (asked["override_settings"] ?? {}) as Asked;
  if (flavour !== "sd-server" && !sdModels.includes(String(model))) {
    return [
      500,
      { error: "RuntimeError", detail: "", body: "", errors: `model ${String(model)} not found` },
    ];
  }
  const wrong = samplingRefusal(flavour, asked);
  if (wrong) return wrong;
  const unreadable = referenceRefusal(asked);
  if (unreadable) return unreadable;
  if (flavour === "sd-server" && asked["prompt"] === "") return [400, { error: "prompt required" }];
  const sources = asked["init_images"];
  if (!address.endsWith("img2img")) return null;
  if (Array.isArray(sources) && isBase64(sources[0])) return null;
  // sd-server would draw without it and say nothing.
  if (flavour === "sdnext") return [400, { error: "Init image is none" }];
  return [404, { detail: "Init image not found" }];
}
