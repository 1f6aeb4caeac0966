import { useCallback, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { ApiResult, Problem } from "../api-client.ts";
import { showToast } from "../toast.ts";

/** Shows a toast with the reason of a refusal. @param title what failed; defaults to the problem's own title */
export function showProblem(problem: Problem, title?: string): void {
  const { detail } = problem;
  if (title === undefined) void showToast("error", problem.title, { description: detail });
  else void showToast("error", title, { description: detail ?? problem.title });
}

type MutationOptions<Input, Data> = {
  /** Allows parallel calls; otherwise a press during a call is ignored. */
  parallel?: boolean;
  /** Applies the change optimistically; such calls may run in parallel. @returns a function that rolls it back */
  optimistic?: (input: Input) => () => void;
  /** Called after success, when the page's data is reloaded. */
  onDone?: (data: Data, input: Input) => Promise<void> | void;
  /** Called after a refusal was shown. */
  onRefused?: (problem: Problem, status: number, input: Input) => Promise<void> | void;
  /** Whether the page's data is reloaded afterwards. */
  reloads?: boolean;
  /** Where a refusal is shown: in a toast, or by the form that reads `problem`. */
  tells?: "toast" | "form";
  /** Title of the error toast; defaults to the problem's own. */
  refusedTitle?: string | ((input: Input) => string);
  /** A status that counts as success, e.g. 404 when ending something. */
  countsAsDone?: number;
};

/**
 * Calls the API to change something; provides a busy state, and shows a refusal in a toast or at the form's fields.
 * @param call calls the API; it passes the signal on if `cancel` is used
 */
export function useMutation<Data, Input = void>(
  call: (input: Input, signal: AbortSignal) => Promise<ApiResult<Data>>,
  options: MutationOptions<Input, Data> = {},
) {
  const { revalidate } = useRevalidator();
  const [running, setRunning] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  const latest = useRef({ call, options, revalidate });
  useEffect(() => {
    latest.current = { call, options, revalidate };
  });
  const current = useRef<AbortController | null>(null);

  const run = useCallback(async (input: Input): Promise<Data | null> => {
    const { optimistic, parallel = optimistic !== undefined } = latest.current.options;
    if (current.current !== null && !parallel) return null;
    const controller = new AbortController();
    current.current = controller;
    setRunning((count) => count + 1);
    setProblem(null);
    const undo = optimistic?.(input);
    try {
      const answer = await latest.current.call(input, controller.signal);
      if (controller.signal.aborted) return null;
      // Callbacks of the latest render, which may be newer than the one in which the button was pressed.
      const { reloads, onDone, onRefused, tells, refusedTitle, countsAsDone } =
        latest.current.options;
      if (answer.ok || answer.status === countsAsDone) {
        const data = answer.ok ? answer.data : (null as Data);
        if (reloads) await latest.current.revalidate();
        await onDone?.(data, input);
        return data;
      }
      undo?.();
      if (tells === "form") setProblem(answer.problem);
      else {
        const title = typeof refusedTitle === "function" ? refusedTitle(input) : refusedTitle;
        showProblem(answer.problem, title);
      }
      await onRefused?.(answer.problem, answer.status, input);
      return null;
    } finally {
      if (current.current === controller) current.current = null;
      setRunning((count) => count - 1);
    }
  }, []);

  /** Cancels the call: its response is ignored. */
  const cancel = useCallback(() => {
    current.current?.abort();
    current.current = null;
  }, []);

  return {
    run,
    cancel,
    busy: running > 0,
    /** The last refusal, if the form shows it. */
    problem,
    /** The error of a form field. */
    errorOf: (field: string) =>
      problem?.errors?.find(({ path }) => path.split(".")[0] === field)?.message,
    /** The error that belongs to no field. */
    refusal:
      problem === null || (problem.errors ?? []).length > 0
        ? null
        : (problem.detail ?? problem.title),
    clear: useCallback(() => setProblem(null), []),
  };
}
