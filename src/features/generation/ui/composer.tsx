import { ImagesSquareIcon } from "@phosphor-icons/react/dist/csr/ImagesSquare";
import { GridFourIcon } from "@phosphor-icons/react/dist/csr/GridFour";
import { SlidersHorizontalIcon } from "@phosphor-icons/react/dist/csr/SlidersHorizontal";
import { lazy, Suspense, useMemo, useState, type KeyboardEvent, type RefObject } from "react";
import { useLocation } from "react-router";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { castLimits, type CastQuality } from "#app/rules/cast-limits.ts";
import { useBalance } from "#app/features/billing/ui/balance.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { cheaperCasts } from "./cheaper-casts.ts";
import { CostAndCast } from "./cost.tsx";
import { SettingsNote, SourceButton, SourcePicture, SourceWays } from "./composer-source.tsx";
import { castBody, draftCost, usualStrength, type Draft } from "./draft.ts";
import type { CastRequest } from "../inputs.ts";
import type { EngineListing } from "../queries/engines.ts";
import type { StyleKit } from "../queries/kits.ts";
import { draftFor, type Asked, type EngineChoice } from "./engines.ts";
import { boardUse, KitNote } from "./kit-note.tsx";
import { HelpButton, HelpNote } from "./prompt-help.tsx";
import { ReferenceStrip } from "./reference-strip.tsx";
import { SettingsChips } from "./settings-chips.tsx";
import { isEdit, SettingsPanel } from "./settings-panel.tsx";
import type { RemixSource } from "./source.ts";
import { Strength } from "./strength.tsx";
import type { CastRefusal } from "./use-cast.ts";
import { mayVary } from "./typed-prompt.ts";
import { useDismiss } from "./use-dismiss.ts";
import { useHistory } from "./use-history.ts";
import { usePromptFocus } from "./use-prompt-focus.ts";
import { usePromptHelp } from "./use-prompt-help.ts";
import type { References } from "./use-references.ts";
import type { SourceTaker } from "./use-source.ts";
import { useWeightKeys } from "./use-weight-keys.ts";
import { FieldError } from "#app/ui/labelled.tsx";
import { useSite } from "#app/ui/site.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Link } from "#app/ui/link.tsx";
import "./composer.css";

type ComposerProps = {
  form: RefObject<HTMLFormElement | null>;
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  source: RemixSource | null;
  /** What the cast asks of an engine; an edit keeps its source. */
  asked: Asked;
  engines: readonly EngineListing[];
  choice: EngineChoice;
  /** Whether all settings are visible. */
  open: boolean;
  setOpen: (open: boolean) => void;
  kits: readonly StyleKit[];
  /** Whether a language model can improve the prompt. */
  hasHelp: boolean;
  /** Null where the source is fixed, and shown by the page. */
  taker: SourceTaker | null;
  /** Null where a cast has none. */
  references: References | null;
  /** Opens what varies the pictures: lists and grids; null where nothing varies. */
  onVary: (() => void) | null;
  /** Undoes the settings that were taken from a picture. */
  onUndoSettings: () => void;
  /** Earlier prompts, newest first. */
  history: readonly string[];
  busy: boolean;
  refusal: CastRefusal | null;
  onCast: (body: CastRequest) => void;
};

/** Loaded with the first prompt that has alternatives, lists or weights. */
const VaryNote = lazy(() => import("./vary-note.tsx"));

const panelFields = new Set(["negative", "seed", "aspect", "quality", "count", "engine", "model"]);

/** Whether a field is in the settings panel; those of parameters are named `params.…`. */
const isInPanel = (field: string) => panelFields.has(field) || field.startsWith("params.");

/** The server's messages by field. */
function errorsOf(refusal: CastRefusal | null): Record<string, string> {
  return Object.fromEntries(
    (refusal?.problem.errors ?? []).map(({ path, message }) => [path, message]),
  );
}

/** A message for the whole form, where none is shown beside its field. */
function generalOf(
  refusal: CastRefusal | null,
  errors: Readonly<Record<string, string>>,
  { params }: EngineChoice,
): string | null {
  const beside = new Set(["prompt", "negative", "seed", ...params.map(({ id }) => `params.${id}`)]);
  const isBeside = (field: string) => beside.has(field) || field.startsWith("references.");
  if (Object.keys(errors).some(isBeside)) return null;
  const [first] = Object.values(errors);
  return first ?? refusal?.problem.detail ?? refusal?.problem.title ?? null;
}

/** The composer at the bottom of the studio: prompt, settings and the Cast button. */
export function Composer(props: ComposerProps) {
  const { draft, change, source, engines, choice, open, setOpen, busy, refusal, onCast } = props;
  const { form, kits, taker, asked, references } = props;
  const { pathname, search } = useLocation();
  const { balance } = useBalance();
  const { remixCredits, idleFactor } = useSite();
  usePromptFocus(form);
  useDismiss(form, open, () => setOpen(false));
  const kit = kits.find(({ id }) => id === draft.kit);
  const weigh = useWeightKeys(choice.can.weights, (prompt) => change({ prompt }));
  const recall = useHistory(props.history, draft.prompt, (prompt) => change({ prompt }));
  const help = usePromptHelp(draft.prompt, (prompt) => change({ prompt }));
  // The same object as long as it is the same refusal.
  const errors = useMemo(() => errorsOf(refusal), [refusal]);
  const general = generalOf(refusal, errors, choice);
  const { engine, can, model, quality } = choice;
  const costAt = (wished: CastQuality, count: number) =>
    draftCost(
      { aspect: draft.aspect, quality: wished, model, count, whenIdle: draft.whenIdle },
      { remixing: source !== null, remixCredits, priceFactor: engine.priceFactor, idleFactor },
    );
  const required = costAt(quality, draft.count);
  const settingRefused = Object.keys(errors).some(isInPanel);
  // Opens the settings when one of them was refused, so that its message is visible.
  const [explained, setExplained] = useState(refusal);
  if (explained !== refusal) {
    setExplained(refusal);
    if (settingRefused) setOpen(true);
  }

  function submit() {
    if (busy) return;
    setOpen(false);
    help.settle();
    onCast(castBody(draftFor(draft, choice), source));
  }
  function onKeyDown(event: KeyboardEvent) {
    if (weigh(event) || recall(event)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  }
  return (
    <form
      ref={form}
      className="composer"
      aria-label={t`Composer`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {open && (
        <SettingsPanel
          draft={draft}
          change={change}
          engines={engines}
          choice={choice}
          asked={asked}
          kits={kits}
          errors={errors}
        />
      )}
      <div className="composer-prompt">
        {taker && (source ? <SourcePicture source={source} /> : <SourceButton taker={taker} />)}
        <textarea
          className="ring-outside"
          aria-label={t`Prompt`}
          rows={2}
          placeholder={t`Describe what should take form`}
          value={draft.prompt}
          onKeyDown={onKeyDown}
          aria-invalid={errors.prompt ? true : undefined}
          aria-describedby={errors.prompt ? "prompt-error" : undefined}
          onChange={(event) => {
            help.typed(event.target.value);
            change({ prompt: event.target.value });
          }}
        />
        {props.hasHelp && <HelpButton help={help} blank={draft.prompt.trim() === ""} />}
        {props.onVary && (
          <IconButton size="small" label={t`Vary`} onClick={props.onVary}>
            <GridFourIcon size={18} />
          </IconButton>
        )}
        {references && (
          <IconButton
            size="small"
            label={t`References`}
            aria-expanded={references.isOpen}
            aria-controls="references"
            onClick={() => references.setOpen(!references.isOpen)}
          >
            <ImagesSquareIcon size={18} weight={draft.references.length > 0 ? "fill" : "regular"} />
          </IconButton>
        )}
        <IconButton
          size="small"
          label={open ? t`Hide settings` : t`Show all settings`}
          aria-expanded={open}
          aria-controls="settings"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontalIcon size={18} />
        </IconButton>
      </div>
      {(errors.prompt || draft.prompt.length > castLimits.prompt.max) && (
        <FieldError id="prompt-error" className="px-5 pb-2">
          {errors.prompt ?? t`${draft.prompt.length} of ${castLimits.prompt.max} characters`}
        </FieldError>
      )}
      {!errors.prompt && mayVary(draft.prompt) && (
        <Suspense>
          <VaryNote draft={draft} change={change} choice={choice} />
        </Suspense>
      )}
      {!source && taker && taker.asks !== "closed" && <SourceWays taker={taker} />}
      {taker?.problem && (
        <Alert icon className="mx-5 mb-3">
          {taker.problem}
        </Alert>
      )}
      {references && (
        <ReferenceStrip
          references={references}
          engines={engines}
          choice={choice}
          remixing={source !== null}
          errors={errors}
          onEngine={(id, wished) => change({ engine: id, model: wished })}
        />
      )}
      <HelpNote help={help} />
      {taker && <SettingsNote taker={taker} onUndo={props.onUndoSettings} />}
      {kit && (
        <KitNote
          kit={kit}
          board={boardUse(kit, draft, choice, source !== null)}
          onRemove={() => change({ kit: "" })}
        />
      )}
      {source && can.strength && (
        <Strength
          value={draft.strength ?? usualStrength}
          onChange={(strength) => change({ strength })}
          error={errors.strength}
        />
      )}
      {engine.health === "down" && (
        <Alert icon calm className="mx-5 mb-3">
          {t`${engine.label} is not answering right now. A cast may fail; its credits are refunded.`}
        </Alert>
      )}
      {general && (
        <Alert icon className="mx-5 mb-3">
          <span>
            {general}
            {refusal?.status === 401 && (
              <>
                {" "}
                <Link className="link" to={paths.login({ next: pathname + search })}>
                  {t`Sign in again`}
                </Link>
              </>
            )}
          </span>
        </Alert>
      )}
      <div className="composer-foot">
        {!open && (
          <SettingsChips
            draft={draft}
            change={change}
            choice={choice}
            kit={kit}
            hasFrame={!isEdit(asked)}
            onOpen={() => setOpen(true)}
          />
        )}
        <CostAndCast
          available={balance?.current ?? null}
          required={required}
          count={draft.count}
          busy={busy}
          cheaper={cheaperCasts(draft.count, quality, can.qualities, costAt)}
          onCheaper={change}
        />
      </div>
    </form>
  );
}
