import { paramFaults, type ParamValue, paramValues } from "#app/rules/engine-params.ts";
import { type Capabilities, EngineError, type GenerateRequest } from "../port.ts";
import { withoutEngineTags } from "./prompt-text.ts";

/**
 * A value of every parameter that applies to a request: the one that was set, else its default.
 * @throws EngineError invalid-request for one that is not offered any more, e.g. a sampler that the server has lost
 */
export function valuesFor(
  can: Capabilities,
  { params = {}, model, mode, quality }: GenerateRequest,
): Record<string, ParamValue> {
  const [fault] = paramFaults(can.params, params, { model, mode });
  if (fault) {
    throw new EngineError("invalid-request", "The engine does not have this parameter any more.", {
      providerCode: `param-${fault.id}`,
    });
  }
  const { defaults } = can.models.find(({ id }) => id === model) ?? {};
  const values = paramValues(can.params, params, { model, mode, quality, defaults });
  for (const { id, kind } of can.params) {
    const value = values[id];
    if (kind === "text" && typeof value === "string") values[id] = withoutEngineTags(value);
  }
  return values;
}
