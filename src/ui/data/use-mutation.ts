import { useCallback, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { ApiResult, Problem } from "../api-client.ts";
import { showToast } from "../toast.ts";

/** Says in a toast why something was refused. @param title what did not work; else the problem's own title */
export function showProblem(problem: Problem, title?: string): void {
  const { detail } = problem;
  if (title === undefined) void showToast("error", problem.title, { description: detail });
  else void showToast("error", title, { description: detail ?? problem.title });
}

type MutationOptions<Input, Data> = {
  /** Lets calls run side by side; else a press while one is under way is ignored. */
  parallel?: boolean;
  /** Shows what is wanted at once; such calls run side by side. @returns what takes it back if it is refused */
  optimistic?: (input: Input) => () => void;
  /** Called once it is done and the page's data are read again. */
  onDone?: (data: Data, input: Input) => Promise<void> | void;
  /** Called after it was refused and told. */
  onRefused?: (problem: Problem, status: number, input: Input) => Promise<void> | void;
  /** Whether the page's data are read again after it. */
  reloads?: boolean;
  /** Where a refusal is told: in a toast, or by the form that reads `problem`. */
  tells?: "toast" | "form";
  /** Title of the toast of a refusal; else the problem's own. */
  refusedTitle?: string | ((input: Input) => string);
  /** A status that is as good as done, e.g. 404 where something is to be ended. */
  countsAsDone?: number;
};

/**
 * Changes something by the API: busy while it lasts, a refusal told in a toast or at
 * the form's fields.
 * @param call calls the API; it passes the signal on where `cancel` is used
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
      // What the last render brought: it knows more than the one in which the button was pressed.
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

  /** Stops waiting: what comes back is not read. */
  const cancel = useCallback(() => {
    current.current?.abort();
    current.current = null;
  }, []);

  return {
    run,
    cancel,
    busy: running > 0,
    /** What was refused last, where the form tells it. */
    problem,
    /** What is wrong with a field of the form. */
    errorOf: (field: string) =>
      problem?.errors?.find(({ path }) => path.split(".")[0] === field)?.message,
    /** What is wrong with none of the fields. */
    refusal:
      problem === null || (problem.errors ?? []).length > 0
        ? null
        : (problem.detail ?? problem.title),
    clear: useCallback(() => setProblem(null), []),
  };
}
