import { useState } from "react";
import type { Problem } from "#app/ui/api-client.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { api } from "./api.ts";

/** The state of prompt help: idle, a running request, the suggested prompt, or an error. */
type HelpState =
  | { is: "idle" }
  | { is: "asking" }
  | { is: "helped"; own: string; helped: string }
  | { is: "refused"; problem: Problem };

export type PromptHelp = {
  state: HelpState;
  /** Requests a better prompt; a second press cancels the request. */
  press: () => void;
  /** Restores the member's own prompt. */
  undo: () => void;
  /** The member types: a running request is cancelled, and the suggestion becomes their own text. */
  typed: (words: string) => void;
  /** The prompt was cast: there is nothing left to undo. */
  settle: () => void;
};

/**
 * Help with a prompt. A suggestion replaces the text in the composer but is only cast by the member. Their own text can
 * be restored until then.
 */
export function usePromptHelp(words: string, put: (prompt: string) => void): PromptHelp {
  const [state, setState] = useState<HelpState>({ is: "idle" });
  const { run, cancel } = useMutation(
    (own: string, signal) => api.post("/api/prompt/enhance", { json: { prompt: own }, signal }),
    {
      tells: "form",
      onDone({ prompt }, own) {
        setState({ is: "helped", own, helped: prompt });
        put(prompt);
      },
      onRefused: (problem) => setState({ is: "refused", problem }),
    },
  );

  // Text from elsewhere, e.g. from a reused cast, cannot be undone here.
  const shown = state.is === "helped" && state.helped !== words ? ({ is: "idle" } as const) : state;
  return {
    state: shown,
    press() {
      if (state.is === "asking") {
        cancel();
        setState({ is: "idle" });
      } else {
        setState({ is: "asking" });
        void run(words);
      }
    },
    undo() {
      if (state.is === "helped") put(state.own);
      setState({ is: "idle" });
    },
    typed(text) {
      cancel();
      setState(state.is === "helped" ? { ...state, helped: text } : { is: "idle" });
    },
    settle: () => setState({ is: "idle" }),
  };
}
