import { useState } from "react";
import { m, plural, t } from "#app/language/message.ts";
import type { Aspect } from "#app/rules/aspects.ts";
import { castLimits, qualities, type CastQuality } from "#app/rules/cast-limits.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Field } from "#app/ui/field.tsx";
import { Segment } from "#app/ui/segment.tsx";
import { useSite } from "#app/ui/site.ts";
import { Switch } from "#app/ui/switch.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useBalance } from "#app/features/billing/ui/balance.tsx";
import type { Cast } from "../queries.ts";
import type { Queue } from "../queries/queue.ts";
import { api } from "./api.ts";
import { FramePicker } from "./frame-picker.tsx";
import { queuedCost } from "./queued-cost.ts";
import { typedPrompt } from "./typed-prompt.ts";

const qualityLabels: Record<CastQuality, string> = { standard: t`Standard`, high: t`High` };
const counts = Array.from({ length: castLimits.count.max }, (_, index) => ({
  value: index + 1,
  label: String(index + 1),
}));

type Words = {
  prompt: string;
  negative: string;
  aspect: Aspect;
  quality: CastQuality;
  count: number;
  isPublic: boolean;
};

const wordsOf = (cast: Cast): Words => ({
  prompt: typedPrompt(cast),
  negative: cast.negative ?? "",
  aspect: cast.aspect as Aspect,
  quality: cast.quality as CastQuality,
  count: cast.count,
  isPublic: cast.isPublic,
});

/** What is different, for the server. */
function changesOf(cast: Cast, words: Words): Partial<Words> {
  const before = wordsOf(cast);
  const fields = Object.keys(before) as (keyof Words)[];
  return Object.fromEntries(
    fields.filter((field) => words[field] !== before[field]).map((field) => [field, words[field]]),
  );
}

type QueueEditProps = {
  /** The cast as it was when the form was opened. */
  cast: Cast;
  onDone: (queue: Queue) => void;
};

/** The words and settings of a waiting cast, with what they cost. */
export function QueueEdit({ cast, onDone }: QueueEditProps) {
  const [words, setWords] = useState(() => wordsOf(cast));
  const site = useSite();
  const { balance } = useBalance();
  const change = (changes: Partial<Words>) => setWords({ ...words, ...changes });
  const changes = changesOf(cast, words);
  const { run, busy, errorOf, refusal } = useMutation(
    () =>
      api.patch("/api/queue/:id", {
        param: { id: cast.id },
        json: { version: cast.version, ...changes },
      }),
    { tells: "form", onDone },
  );
  const cost = queuedCost({ ...cast, ...words }, site);
  const more = cost - cast.cost;
  const lacks = balance !== null && more > balance.current;
  return (
    <form
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <TextArea
        label={t`Prompt`}
        data-first
        grows
        dir="auto"
        value={words.prompt}
        error={errorOf("prompt")}
        onChange={(event) => change({ prompt: event.target.value })}
      />
      <Field
        label={t`Exclude`}
        dir="auto"
        value={words.negative}
        maxLength={castLimits.negative.max}
        error={errorOf("negative")}
        onChange={(event) => change({ negative: event.target.value })}
      />
      <FramePicker value={words.aspect} onChange={(aspect) => change({ aspect })} />
      <div className="flex flex-wrap gap-4">
        <Segment
          legend={t`Quality`}
          options={qualities.map((value) => ({ value, label: qualityLabels[value] }))}
          value={words.quality}
          onChange={(quality) => change({ quality })}
        />
        <Segment
          legend={t`Count`}
          options={counts}
          value={words.count}
          onChange={(count) => change({ count })}
        />
      </div>
      <label className="flex h-9 cursor-pointer items-center gap-2.5 text-13 font-[560]">
        <Switch
          checked={words.isPublic}
          onChange={(event) => change({ isPublic: event.target.checked })}
        />
        {t`Public`}
      </label>
      <output className={lacks ? "text-13 text-rust" : "text-13 text-ink-2"}>
        {more === 0
          ? plural(cost, "The price stays: # credit.", "The price stays: # credits.")
          : plural(
              cost,
              m`# credit instead of ${cast.cost}.`,
              m`# credits instead of ${cast.cost}.`,
            )}
        {lacks && ` ${t`You have ${balance.current} more.`}`}
      </output>
      {(refusal ?? errorOf("quality")) && <Alert>{refusal ?? errorOf("quality")}</Alert>}
      <Button
        type="submit"
        look="primary"
        className="self-end"
        disabled={busy || Object.keys(changes).length === 0}
      >
        {t`Save`}
      </Button>
    </form>
  );
}
