import { useState } from "react";
import type { Problem } from "#app/ui/api-client.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { api } from "./api.ts";

/** What stands beside the words: nothing, a question under way, the helper's words, or why there are none. */
type HelpState =
  | { is: "idle" }
  | { is: "asking" }
  | { is: "helped"; own: string; helped: string }
  | { is: "refused"; problem: Problem };

export type PromptHelp = {
  state: HelpState;
  /** Asks for other words; a second press stops the question. */
  press: () => void;
  /** Puts the member's own words back. */
  undo: () => void;
  /** The member types: a question under way is over, and the helper's words are theirs to change. */
  typed: (words: string) => void;
  /** The words are cast: nothing is left to undo. */
  settle: () => void;
};

/**
 * Help with the words of a prompt. What comes back takes the place of the words in the composer and is cast by
 * nobody but the member, whose own words stay at hand until then.
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

  // Words that came from elsewhere, as with a cast that is used again, are not to be undone here.
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
