import { useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { firstSize } from "#app/rules/brush-size.ts";
import { isUntouched, type EditDocument } from "#app/rules/edit-document.ts";
import { isExtended } from "#app/rules/edit-limits.ts";
import { originalAddress } from "#app/rules/image-address.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Segment } from "#app/ui/segment.tsx";
import { isTyping } from "#app/ui/single-keys.ts";
import { useSite } from "#app/ui/site.ts";
import type { Cast } from "../queries.ts";
import type { EngineListing } from "../queries/engines.ts";
import type { StyleKit } from "../queries/kits.ts";
import { useOfferedCasts } from "./cast-pictures.ts";
import { Composer } from "./composer.tsx";
import { sourceAddress } from "./composer-source.tsx";
import type { Draft } from "./draft.ts";
import { EditHead } from "./edit-head.tsx";
import { EditBar } from "./edit-bar.tsx";
import { EditOptions } from "./edit-options.tsx";
import { EditResults } from "./edit-results.tsx";
import { EditStage } from "./edit-stage.tsx";
import type { Hand } from "./edit-tools.ts";
import { chooseEngine } from "./engines.ts";
import { PickReferences } from "./pick-references.tsx";
import type { ReadPictures } from "./reference-picker.tsx";
import type { RemixSource } from "./source.ts";
import { useCasts } from "./use-casts.ts";
import { useDraft } from "./use-draft.ts";
import { useEdit } from "./use-edit.ts";
import { useEditCast } from "./use-edit-cast.ts";
import { useEditView } from "./use-edit-view.ts";
import { useEngines } from "./use-engines.ts";
import { useMask } from "./use-mask.ts";
import { useReferences } from "./use-references.ts";
import "./picture-editor.css";

/** Name of the list of pictures that the dialog steps through. */
const listName = "edit";

export type EditorProps = {
  memberId: string;
  source: RemixSource;
  /** The cast whose results are shown. */
  shown: Cast | null;
  /** An edit and its words to begin with. */
  start: { edit: EditDocument; draft: Partial<Draft> | null } | null;
  engines: readonly EngineListing[];
  kits: readonly StyleKit[];
  hasHelp: boolean;
  readPictures: ReadPictures;
};

/** Undo and redo by keys on the whole page, but in fields, which have their own. */
function useUndoKeys(undo: () => void, redo: () => void) {
  const latest = useRef({ undo, redo });
  useEffect(() => {
    latest.current = { undo, redo };
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event)) return;
      const key = event.key.toLowerCase();
      if (key === "z") (event.shiftKey ? latest.current.redo : latest.current.undo)();
      else if (key === "y") latest.current.redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

/** A picture with a mask and a frame, the composer below it, and what the last cast made of it. */
export function PictureEditor(props: EditorProps) {
  const { memberId, source, shown, start, kits } = props;
  const { width, height } = source;
  const { imageHost } = useSite();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const editing = useEdit(memberId, source.id, start?.edit ?? null);
  const { edit, change } = editing;
  const mask = useMask(edit);
  const viewing = useEditView({
    x: -edit.extend.left,
    y: -edit.extend.top,
    width: width + edit.extend.left + edit.extend.right,
    height: height + edit.extend.top + edit.extend.bottom,
  });
  const [hand, setAll] = useState<Hand>({ tool: "brush", size: firstSize(source), erases: false });
  const setHand = (changes: Partial<Hand>) => setAll((now) => ({ ...now, ...changes }));
  const [said, say] = useState("");
  useUndoKeys(editing.undo, editing.redo);

  const {
    draft: kept,
    change: changeDraft,
    changeBy,
  } = useDraft(
    form,
    memberId,
    source,
    start?.draft ?? null,
    // The address of an edit adds none.
    () => null,
  );
  const rendered = useMemo(() => ({ items: shown ? [shown] : [], next: null }), [shown]);
  const { casts, read, cancel } = useCasts(rendered);
  const cast = shown && (casts.find(({ id }) => id === shown.id) ?? shown);
  const offered = useMemo(() => (cast ? [cast] : []), [cast]);
  useOfferedCasts(listName, offered, null);
  const [part, setPart] = useState<"mask" | "result">(
    shown?.finishedAt === null ? "result" : "mask",
  );
  const place = source.kind === "upload" ? { upload: source.id } : { source: source.id };

  const { press, busy, refusal } = useEditCast(source, edit, mask, async (id) => {
    await read(id);
    setPart("result");
    await navigate(paths.edit({ ...place, cast: id }), { replace: true, preventScrollReset: true });
  });
  // Once it is in the edit, a reload must not overwrite what was changed since.
  const address = paths.edit({ ...place, cast: shown?.id });
  useEffect(() => {
    if (editing.startTaken) void navigate(address, { replace: true, preventScrollReset: true });
  }, [editing.startTaken, address, navigate]);

  const [open, setOpen] = useState(false);
  const engines = useEngines(props.engines, open);
  const wished = { extend: isExtended(edit.extend), mask: !isUntouched(edit) };
  const asked = { remixing: true, ...wished, mask: wished.mask || !wished.extend };
  const choice = chooseEngine(engines, kept, asked);
  const references = useReferences(kept.references, changeBy, choice);
  const refers = choice !== null && choice.can.references !== null;
  // Where the model takes none they are not shown, so they are not sent along either.
  const draft = refers ? kept : { ...kept, references: [] };
  const before = sourceAddress(imageHost, source);
  const showsResult = part === "result" && cast !== null;
  return (
    <>
      <EditHead title={source.title}>
        {cast && (
          <Segment
            legend={t`Show`}
            hideLegend
            small
            options={[
              { value: "mask", label: t`Mask` },
              { value: "result", label: t`Result` },
            ]}
            value={part}
            onChange={setPart}
          />
        )}
      </EditHead>
      {mask.isLost && (
        <Alert icon className="mb-3">
          {t`The mask could not be loaded. Clear it and draw another.`}
        </Alert>
      )}
      <div className="editor" hidden={showsResult}>
        <EditBar
          tool={hand.tool}
          onTool={(tool) => setHand({ tool })}
          editing={editing}
          viewing={viewing}
        />
        <EditStage
          source={source}
          small={before}
          large={source.slug === null ? before : originalAddress(imageHost, source.slug)}
          edit={edit}
          change={change}
          mask={mask}
          viewing={viewing}
          hand={hand}
          setHand={setHand}
          say={say}
        />
        <EditOptions
          source={source}
          edit={edit}
          change={change}
          hand={hand}
          setHand={setHand}
          say={say}
        />
      </div>
      {showsResult && (
        <EditResults
          key={cast.id}
          cast={cast}
          source={source}
          before={before}
          list={listName}
          onMask={() => setPart("mask")}
          onCancel={() => void cancel(cast.id)}
        />
      )}
      <output className="sr-only">{said}</output>
      <div className="composer-space" />
      {choice ? (
        <Composer
          form={form}
          draft={draft}
          change={changeDraft}
          source={source}
          asked={asked}
          engines={engines}
          choice={choice}
          kits={kits}
          hasHelp={props.hasHelp}
          taker={null}
          references={refers ? references : null}
          onVary={null}
          onUndoSettings={() => undefined}
          history={cast ? [cast.prompt] : []}
          open={open}
          setOpen={setOpen}
          busy={busy}
          refusal={refusal}
          onCast={(body) => void press(body)}
        />
      ) : (
        <Alert icon>
          {wished.extend
            ? t`No engine that answers can draw beyond the edges. Reset the frame, or try again later.`
            : t`No engine that answers can change a part of a picture. What you marked is kept.`}
        </Alert>
      )}
      <PickReferences references={references} readPictures={props.readPictures} />
    </>
  );
}
