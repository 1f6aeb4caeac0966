import { useId, useState } from "react";
import { t } from "#app/language/message.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import {
  actionsOf,
  misfitOf,
  modelStateText,
  shareDone,
  type Machine,
  type ModelAction,
} from "#app/rules/model-states.ts";
import { catalogueText } from "#app/rules/model-texts.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import type { ListedModel } from "../queries.ts";
import { api } from "./api.ts";
import { HashDialog } from "./licence-dialog.tsx";
import {
  actionLabels,
  doneText,
  paceOf,
  paceText,
  partsOf,
  programOf,
  reasonOf,
  sizeOf,
  toneOf,
} from "./model-words.ts";
import "#app/ui/meter.css";
import "#app/ui/state.css";
import "./model-row.css";

/** The engine that draws with the models of this machine. */
const localEngine = "local";

/** How long the offer to undo stays, in ms. */
const undoMs = 30_000;

type ActionsProps = { model: ListedModel; fits: boolean; onWant: () => void };

function Actions({ model, fits, onWant }: ActionsProps) {
  const { id, label, state, asks, offered, draws } = model;
  // For those who hear a button without its row.
  const named = <span className="sr-only">{` ${label}`}</span>;
  const [isConfirming, setIsConfirming] = useState(false);
  const { guard, dialog } = useFreshFactor();
  const act = (action: ModelAction | "restore") =>
    guard(() => api.post("/api/admin/models/:id/:action", { param: { id, action } }));
  const restore = useMutation(() => act("restore"), {
    reloads: true,
    onDone: () => void showToast("success", t`${label} is back`),
  });
  const change = useMutation((action: ModelAction) => act(action), {
    reloads: true,
    onDone(_, action) {
      const text = doneText(action, label);
      if (text === null) return;
      const isGone = action === "remove" || (action === "cancel" && model.task === "add");
      void showToast("success", text, {
        ...(isGone &&
          asks !== "slow" && {
            duration: undoMs,
            action: { label: t`Undo`, onClick: () => void restore.run() },
          }),
      });
    },
  });
  const slow = useMutation(
    () =>
      guard(() =>
        api.post("/api/admin/models/:id/confirm", { param: { id }, json: { asks: "slow" } }),
      ),
    { reloads: true, onDone: () => void showToast("success", t`Members can cast with ${label}`) },
  );
  const busy = change.busy || restore.busy || slow.busy;
  return (
    <div className="model-actions">
      {(state === "available" || state === "removed") && (
        <Button look={fits ? "primary" : "soft"} size="small" onClick={onWant}>
          {t`Get`}
          {named}
        </Button>
      )}
      {asks === "hashes" && (
        <Button look="primary" size="small" onClick={() => setIsConfirming(true)}>
          {t`Look at the files`}
          {named}
        </Button>
      )}
      {asks === "slow" && (
        <Button look="primary" size="small" disabled={busy} onClick={() => void slow.run()}>
          {t`Offer it all the same`}
          {named}
        </Button>
      )}
      {state === "ready" && offered && draws && (
        <ButtonLink
          look="primary"
          size="small"
          to={paths.studio({ engine: localEngine, model: id })}
        >
          {t`Cast`}
          {named}
        </ButtonLink>
      )}
      {actionsOf(model).map((action) => (
        <Button
          key={action}
          look={action === "retry" || action === "resume" ? "primary" : "soft"}
          size="small"
          danger={action === "remove"}
          disabled={busy}
          onClick={() => void change.run(action)}
        >
          {asks === "slow" && action === "cancel" ? t`Keep it from members` : actionLabels[action]}
          {named}
        </Button>
      ))}
      {asks === "hashes" && (
        <HashDialog model={model} open={isConfirming} onClose={() => setIsConfirming(false)} />
      )}
      {dialog}
    </div>
  );
}

/** Where a model is, with a bar where that can be measured. */
function State({ model }: { model: ListedModel }) {
  const { label, state, asks, seconds, bytesDone, bytesTotal, rate, step } = model;
  const share = shareDone(model);
  const reason = reasonOf(model);
  const barId = useId();
  const isFetching = state === "working" && step === "files" && bytesTotal !== null;
  return (
    <div className="model-state">
      <span className="state" data-tone={toneOf(model)} id={barId}>
        {modelStateText(model)}
      </span>
      {share !== null && (
        <>
          <progress className="sr-only" aria-label={label} aria-describedby={barId} value={share} />
          <div className="meter" aria-hidden data-tone={state === "paused" ? "low" : undefined}>
            <i style={{ width: `${share * 100}%` }} />
          </div>
        </>
      )}
      {isFetching && (
        <p className="flex flex-wrap gap-x-3 text-12 text-ink-2">
          <bdi>{t`${byteSize(bytesDone)} of ${byteSize(bytesTotal)}`}</bdi>
          {rate !== null && rate > 0 && <bdi>{t`${byteSize(rate)} a second`}</bdi>}
        </p>
      )}
      {reason !== null && <p className="text-13 wrap-anywhere text-ink-2">{reason}</p>}
      {asks === "slow" && seconds !== null && (
        <p className="text-13 text-ink-2">
          {t`A picture takes about ${paceText(seconds)} here. Members would wait that long.`}
        </p>
      )}
    </div>
  );
}

type ModelRowProps = { model: ListedModel; machine: Machine; onWant: () => void };

/** A model with what it is, what it needs, where it is, and what can be done with it. */
export function ModelRow({ model, machine, onWant }: ModelRowProps) {
  const { label, summary, licence, memory, needsCard, state } = model;
  const misfit = state === "available" || state === "removed" ? misfitOf(model, machine) : null;
  const facts = [
    sizeOf(model),
    memory.vram !== null && needsCard
      ? t`${byteSize(memory.vram)} of memory on the card`
      : t`${byteSize(memory.ram)} of memory`,
    paceOf(model),
    ...(model.draws ? [programOf(model), partsOf(model)] : []),
  ].filter((fact) => fact !== null);
  return (
    <li className="model">
      <div className="model-what">
        <h3 className="title-small">
          <bdi>{label}</bdi>
        </h3>
        <p>{catalogueText(summary)}</p>
        <p className="text-13 text-ink-2">{catalogueText(licence.sentence)}</p>
        <ul className="model-facts">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {misfit !== null && <p className="model-misfit">{misfit}</p>}
      </div>
      <State model={model} />
      <Actions model={model} fits={misfit === null} onWant={onWant} />
    </li>
  );
}
