import { data, redirect, type ActionFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { apiContext } from "./context.ts";
import { AppError } from "./lib/errors.ts";
import { readFormData } from "./lib/read-body.ts";
import { pageData, type PageProblem } from "./page-data.ts";
import type { ApiResult, Transport } from "./ui/api-client.ts";
import {
  firstWrong,
  refusedBy,
  typedIn,
  unrefused,
  type FormAnswer,
  type FormDefinition,
  type FormRefusal,
  type Typed,
} from "./ui/form.ts";

/** Where to go on to, and what the API says of it. */
type GoOn = (to: string) => Response;

/** A request's cookies after some were set. @param lines values of Set-Cookie */
function withCookies(given: string | null, lines: readonly string[]): string {
  const pairs = [...(given ?? "").split("; "), ...lines.map((line) => line.split(";", 1)[0])];
  const byName = new Map(pairs.map((pair) => [pair.split("=", 1)[0], pair]));
  return [...byName.values()].filter((pair) => !/^[^=]*=?$/.test(pair)).join("; ");
}

/** The headers of the page's request, for a request of its own to the API. @param cookies that the API has set before */
function forwarded(request: Request, init: RequestInit, cookies: readonly string[]): Headers {
  const headers = new Headers(request.headers);
  if (cookies.length > 0) headers.set("cookie", withCookies(headers.get("cookie"), cookies));
  for (const name of ["content-length", "content-type", "transfer-encoding"]) headers.delete(name);
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  if (typeof init.body === "string") {
    headers.set("content-length", String(Buffer.byteLength(init.body)));
  }
  return headers;
}

/**
 * The API within the process, in the name of whoever sent the page's request: with their session, address and origin, so
 * that limits and checks are those of the API and nothing is done in a second way. A session that it opens counts for
 * what is asked next.
 */
function apiOf({ request, context }: Pick<ActionFunctionArgs, "request" | "context">) {
  const cookies: string[] = [];
  const transport: Transport = async (path, init) => {
    const asked = new Request(new URL(path, request.url), {
      ...init,
      headers: forwarded(request, init, cookies),
    });
    const answer = await context.get(apiContext)(asked);
    cookies.push(...answer.headers.getSetCookie());
    return answer;
  };
  const goOn: GoOn = (to) => {
    const headers = new Headers({ "cache-control": "no-store" });
    for (const cookie of cookies) headers.append("set-cookie", cookie);
    return redirect(to, { status: 303, headers });
  };
  return { transport, goOn };
}

/**
 * Reads the fields of a form that was sent without script.
 * @throws AppError unsupported-media-type; invalid-request for text that is no UTF-8, as the API refuses it
 */
async function fieldsOf(request: Request): Promise<Typed> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new AppError("unsupported-media-type", { detail: t`Send a form` });
  }
  return typedIn(await readFormData(request));
}

/**
 * What a page does with a form that comes without script.
 * @param work gets the fields, what carries calls of the API, and `goOn`, which leads on with the cookies that the API has set
 */
export function formAction<T>(
  args: Pick<ActionFunctionArgs, "request" | "context">,
  work: (typed: Typed, transport: Transport, goOn: GoOn) => Promise<T>,
): Promise<T> {
  return pageData(args.context, async () => {
    const typed = await fieldsOf(args.request);
    const { transport, goOn } = apiOf(args);
    return work(typed, transport, goOn);
  });
}

/**
 * What the API answered to a form that is a button alone.
 * @throws the page's error page for what was refused
 */
export function acceptedOf<T>(answer: ApiResult<T>): T {
  if (answer.ok) return answer.data;
  const { title, detail = null, requestId = "" } = answer.problem;
  const problem: PageProblem = { title, detail, requestId };
  throw data(problem, { status: answer.status });
}

function shownAgain<Api, Data>(
  { name, fields, secrets = [] }: FormDefinition<Api, Data>,
  typed: Typed,
  refused: FormRefusal,
  status: number,
) {
  const kept = Object.entries(typed).filter(
    ([field]) => fields.includes(field) && !secrets.includes(field),
  );
  const answer: FormAnswer = { ...refused, form: name, typed: Object.fromEntries(kept) };
  return data(answer, { status, headers: { "cache-control": "no-store" } });
}

/**
 * Checks and sends a form that came without script, as the browser would have; what is refused is shown beside its fields.
 * @param done where to go on to
 */
export async function sendForm<Api, Data>(
  definition: FormDefinition<Api, Data>,
  typed: Typed,
  api: Api,
  done: (data: Data) => Response | Promise<Response>,
) {
  const errors = definition.check(typed);
  if (firstWrong(definition.fields, errors) !== null) {
    return shownAgain(definition, typed, { ...unrefused, errors }, 400);
  }
  const answer = await definition.send(api, typed);
  if (answer.ok) return done(answer.data);
  // A page that is there does not answer 404 for what its form names.
  const status = answer.status === 404 ? 422 : answer.status;
  return shownAgain(definition, typed, refusedBy(definition, answer.problem), status);
}
