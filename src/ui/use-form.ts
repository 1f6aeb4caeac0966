import { useState, type SubmitEvent } from "react";
import { useActionData } from "react-router";
import { t } from "#app/language/message.ts";
import type { ApiResult } from "./api-client.ts";
import { useMutation } from "./data/use-mutation.ts";
import {
  firstWrong,
  refusedBy,
  typedIn,
  unrefused,
  type FormAnswer,
  type FormDefinition,
  type FormRefusal,
  type Typed,
} from "./form.ts";

const nothingTyped: Typed = {};

type Sent = { typed: Typed; form: HTMLFormElement };

type Ways<Data> = {
  /** Called with the response once the form was accepted. */
  onDone: (data: Data, typed: Typed, form: HTMLFormElement) => Promise<void> | void;
};

/**
 * The state of a form. With JavaScript it is sent to the API and the page stays; without, it is posted to the page's
 * action, whose result this reads: the errors, and what had been typed.
 * @param api the API client
 */
export function useForm<Api, Data>(
  definition: FormDefinition<Api, Data>,
  api: Api,
  { onDone }: Ways<Data>,
) {
  const answered = useActionData() as FormAnswer | undefined;
  const given = answered?.form === definition.name ? answered : null;
  const [shown, setShown] = useState<{ of: string; found: FormRefusal } | null>(null);
  // Errors of one form do not apply to another form in its place.
  const current = shown?.of === definition.name ? shown.found : null;
  const { errors, refusal, code } = current ?? given ?? unrefused;

  const put = (found: FormRefusal) => setShown({ of: definition.name, found });
  function show(form: HTMLFormElement, found: FormRefusal) {
    put(found);
    const first = firstWrong(definition.fields, found.errors);
    if (first !== null) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first !== null;
  }

  const { run, busy } = useMutation(
    ({ typed }: Sent): Promise<ApiResult<Data>> => definition.send(api, typed),
    {
      tells: "form",
      onDone: (data, { typed, form }) => onDone(data, typed, form),
      onRefused: (problem, _, { form }) => void show(form, refusedBy(definition, problem)),
    },
  );

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const typed = typedIn(new FormData(form));
    if (show(form, { ...unrefused, errors: definition.check(typed) })) return;
    try {
      await run({ typed, form });
    } catch (error) {
      const said = error instanceof Error && error.message;
      put({ ...unrefused, refusal: said || t`An unexpected error occurred` });
    }
  }

  return {
    busy,
    errors,
    refusal,
    code,
    /** What had been typed when the form was posted without JavaScript. */
    typed: given?.typed ?? nothingTyped,
    /** Replaces or clears the message above the fields. */
    refuse: (refused: string | null) => put({ ...unrefused, refusal: refused }),
    form: {
      method: "post",
      noValidate: true,
      "aria-busy": busy,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
    },
  } as const;
}
