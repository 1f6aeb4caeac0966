/** Workflows as text: our own form with bindings, or the graph alone as ComfyUI exports it. */
import { z } from "zod";
import { bindingsOf } from "./found-bindings.ts";
import { WorkflowError } from "./workflow-error.ts";
import { graphForm, workflowFile, type WorkflowSet } from "./workflow.ts";

/** What the editor saves, with nodes where they are drawn: it has no names of inputs. */
const editorForm = z.looseObject({ nodes: z.array(z.unknown()), links: z.array(z.unknown()) });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [at] = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "") ?? [];
    throw new WorkflowError(`is no JSON${at ? `, ${at}` : ""}`, { cause: error });
  }
}

/**
 * Reads a workflow. In a graph that comes alone the places of the prompt, the seed and the others are found by what the
 * nodes are linked to.
 * @throws WorkflowError that says what is wrong, and where
 */
export function readWorkflows(text: string): WorkflowSet {
  const content = parsed(text);
  if (editorForm.safeParse(content).success) {
    throw new WorkflowError("is saved as the editor has it: export it in API format");
  }
  const graph = graphForm.safeParse(content);
  if (graph.success && Object.keys(graph.data).length > 0) {
    return { txt2img: { graph: graph.data, bindings: bindingsOf(graph.data), inputs: [] } };
  }
  const file = workflowFile.safeParse(content);
  if (file.success) return file.data;
  const [issue] = file.error.issues;
  const where = issue.path.join(".") || "all of it";
  throw new WorkflowError(`is no workflow (${where}: ${issue.message})`);
}
