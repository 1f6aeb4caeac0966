import { T } from "#app/language/message.ts";
import { credits } from "#app/rules/counted.ts";

/** Says that the figures of a plan are not the member's own, and what they do have. */
export function ExampleNote({ current }: { current: number }) {
  return (
    <p className="rounded-2 bg-ochre-wash px-3 py-2 text-13">
      <T>
        <b className="me-1 font-semibold text-ochre">Example</b> This account has no plan. You have{" "}
        {credits(current)}.
      </T>
    </p>
  );
}
