import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
} from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { tintOf } from "#app/rules/tint.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { ModalDialog } from "#app/ui/modal-dialog.tsx";
import { useSite } from "#app/ui/site.ts";
import { showToast } from "#app/ui/toast.ts";
import type { Comparable } from "./compare-dialog.tsx";
import { Lineage } from "./lineage.tsx";
import { MadeWith } from "./made-with.tsx";
import { DetailsTrouble } from "./details-trouble.tsx";
import { OverStage } from "./over-stage.tsx";
import { PictureStage } from "./picture-stage.tsx";
import type { CarriedPicture } from "./open-picture.ts";
import type { PictureDetails, PictureSlots } from "./picture-details.ts";
import { PictureInfo } from "./picture-info.tsx";
import type { CardActions } from "./picture-card.tsx";
import { ReportButton } from "./report-button.tsx";
import { Strip } from "./strip.tsx";
import { addressedTile, fallbackTile } from "./fallback-tile.ts";
import { toTile, type Tile } from "./tile.ts";
import { useDialogKeys } from "./use-dialog-keys.ts";
import {
  usePictureDetails,
  useSurroundings,
  useView,
  type Details,
  type Surroundings,
} from "./use-picture-details.ts";
import { usePictureTools } from "./use-picture-tools.tsx";
import { useSteps, type Steps } from "./use-steps.ts";
import { useSwipe } from "./use-swipe.ts";
import "./picture-dialog.css";

const similarCount = 16;
const similarRows = 2;

/** Provides the controls of higher slices beside a picture. */
export type SlotsComponent = ComponentType<{
  picture: Tile;
  details: PictureDetails | null;
  children: (slots: PictureSlots) => ReactNode;
}>;

/** Provides the like and collect buttons for the pictures of a list. */
export type ActionsComponent = ComponentType<{
  pictures: readonly Tile[];
  children: (actions: CardActions) => ReactNode;
}>;

type Shown = { address: string; carried: CarriedPicture | null };

type PictureDialogProps = {
  /** The picture at the URL; null closes the dialog. */
  shown: Shown | null;
  onClose: () => void;
  Slots: SlotsComponent;
  Actions: ActionsComponent;
};

function Similar({
  similar,
  address,
  colors,
  Actions,
}: Pick<Surroundings, "similar"> & {
  address: string;
  colors: readonly string[];
  Actions: ActionsComponent;
}) {
  const { slugSearch } = useSite();
  if (similar.length === 0) return null;
  return (
    <section className="lightbox-more" aria-labelledby="dialog-similar">
      <div className="lightbox-more-head">
        <h3 className="title-small" id="dialog-similar">
          {t`Similar fragments`}
        </h3>
        <Link className="link text-13" to={paths.searchColor(colors.join(), slugSearch)}>
          {t`Search by this palette`}
        </Link>
      </div>
      <Actions pictures={similar}>
        {(actions) => (
          <Strip pictures={similar} name={`like ${address}`} rows={similarRows} actions={actions} />
        )}
      </Actions>
    </section>
  );
}

function tileOf({ address, carried }: Shown, found: Details): Tile {
  if (found.state === "read") return toTile(found.details);
  if (carried !== null) return carried.picture;
  return found.state === "failed" ? fallbackTile : addressedTile(address);
}

/** The pictures with which the shown one can be compared. */
function comparable(source: Tile | null, { before, after }: Steps): Comparable[] {
  const found = [
    { label: "Source" as const, picture: source },
    { label: "Previous" as const, picture: before },
    { label: "Next" as const, picture: after },
  ];
  return found.flatMap(({ label, picture }) => (picture ? [{ label, picture }] : []));
}

function Content({
  shown,
  titleId,
  onClose,
  Slots,
  Actions,
}: Omit<PictureDialogProps, "shown"> & { shown: Shown; titleId: string }) {
  const { address, carried } = shown;
  const part = useRef<HTMLDivElement>(null);
  const { found, isSlow, again } = usePictureDetails(address);
  const isTold = isSlow || found.state === "failed";
  const details = found.state === "read" ? found.details : null;
  const picture = tileOf(shown, found);
  const steps = useSteps(address, carried?.list ?? null);
  const around = useSurroundings(details?.id ?? null, similarCount);
  const others = comparable(around.source, steps);
  const tools = usePictureTools(part, picture, details, others);
  const [isBare, setBare] = useState(false);
  useView(details?.id ?? null);
  useSwipe(part, steps, onClose);
  useDialogKeys(part, steps, () => setBare((now) => !now));

  const isMissing = found.state === "missing";
  useEffect(() => {
    if (!isMissing) return;
    void showToast("error", t`This image is not here`);
    onClose();
    // The close function changes with each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMissing]);
  // A new picture starts at the top, however far the last one was scrolled.
  useEffect(() => {
    part.current?.closest("dialog")?.scrollTo(0, 0);
  }, [address]);
  useEffect(() => {
    const dialog = part.current?.closest("dialog");
    // The wheel over the backdrop would scroll the page beneath.
    const still = (event: Event) => event.target === dialog && event.preventDefault();
    dialog?.addEventListener("wheel", still, { passive: false });
    return () => dialog?.removeEventListener("wheel", still);
  }, []);

  const close = (
    <IconButton className="lightbox-close" label={t`Close`} onClick={onClose}>
      <XIcon size={20} />
    </IconButton>
  );
  return (
    <div ref={part} className="lightbox-body">
      {/* On narrow windows only, in place of the button in the corner of the details. */}
      <div className="lightbox-bar">{close}</div>
      <div className="lightbox-main" data-bare={isBare || undefined}>
        <PictureStage picture={picture} alt={details?.alt ?? picture.title} onZoom={tools.zoom}>
          <OverStage
            steps={steps}
            slug={address}
            isBare={isBare}
            onZoom={tools.zoom}
            onCompare={others.length > 0 ? tools.compare : null}
            onBare={() => setBare((now) => !now)}
          />
          {isBare && close}
        </PictureStage>
        <Slots picture={picture} details={details}>
          {(slots) => (
            <PictureInfo
              picture={picture}
              details={details}
              slots={slots}
              tools={tools}
              heading="h2"
              headingId={titleId}
              corner={close}
              trouble={isTold && <DetailsTrouble isSlow={isSlow} again={again} />}
            >
              {details && <ReportButton key={details.id} picture={details} />}
              <MadeWith references={around.references} inDialog />
              <Lineage source={around.source} picture={picture} remixes={around.remixes} inDialog />
            </PictureInfo>
          )}
        </Slots>
      </div>
      <Similar {...around} address={address} colors={picture.colors} Actions={Actions} />
      <output className="sr-only">
        {steps.place > 0 && t`${picture.title}, ${steps.place} of ${steps.count}`}
      </output>
      {tools.dialogs}
    </div>
  );
}

/** A picture in a dialog over the current page. See docs/product.md 4.10. */
export function PictureDialog({ shown, onClose, Slots, Actions }: PictureDialogProps) {
  const titleId = useId();
  const colors = shown?.carried?.picture.colors ?? [];
  const { hue, chroma } = tintOf(colors);
  return (
    <ModalDialog
      className="dialog lightbox tinted"
      style={{ "--tint-h": hue, "--tint-c": chroma } as CSSProperties}
      labelledBy={titleId}
      shown={shown}
      onClose={onClose}
    >
      {(now) => (
        <Content shown={now} titleId={titleId} onClose={onClose} Slots={Slots} Actions={Actions} />
      )}
    </ModalDialog>
  );
}
