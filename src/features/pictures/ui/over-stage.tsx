import { ArrowSquareOutIcon } from "@phosphor-icons/react/dist/csr/ArrowSquareOut";
import { ArrowsOutSimpleIcon } from "@phosphor-icons/react/dist/csr/ArrowsOutSimple";
import { CaretLeftIcon } from "@phosphor-icons/react/dist/csr/CaretLeft";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { SidebarSimpleIcon } from "@phosphor-icons/react/dist/csr/SidebarSimple";
import { SquareSplitHorizontalIcon } from "@phosphor-icons/react/dist/csr/SquareSplitHorizontal";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { IconButton, IconLink } from "#app/ui/button.tsx";
import type { Steps } from "./use-steps.ts";

type OverStageProps = {
  steps: Steps;
  slug: string;
  isBare: boolean;
  onZoom: () => void;
  /** Null if there is nothing to compare the picture with. */
  onCompare: (() => void) | null;
  onBare: () => void;
};

/** Over the stage: links to the neighbours, the position in the list, zoom and a link to the picture's page. */
export function OverStage(props: OverStageProps) {
  const { steps, slug, isBare, onZoom, onCompare, onBare } = props;
  const { place, count, goesOn, previous, next } = steps;
  return (
    <>
      {place > 0 && (
        <>
          <button
            type="button"
            className="step step-back"
            aria-label={t`Previous image`}
            disabled={previous === null}
            onClick={() => previous?.()}
          >
            <CaretLeftIcon size={20} className="rtl:-scale-x-100" />
          </button>
          <button
            type="button"
            className="step step-on"
            aria-label={t`Next image`}
            disabled={next === null}
            onClick={() => next?.()}
          >
            <CaretRightIcon size={20} className="rtl:-scale-x-100" />
          </button>
          <p className="stage-count mono">
            {place} / {count}
            {goesOn && "+"}
          </p>
        </>
      )}
      <div className="stage-tools">
        <IconButton
          size="small"
          className="max-lg:hidden"
          label={t`Hide the details`}
          aria-pressed={isBare}
          data-tip={isBare ? t`Show the details` : t`Hide the details`}
          onClick={onBare}
        >
          <SidebarSimpleIcon size={18} />
        </IconButton>
        {onCompare && (
          <IconButton size="small" label={t`Compare`} data-tip={t`Compare`} onClick={onCompare}>
            <SquareSplitHorizontalIcon size={18} />
          </IconButton>
        )}
        <IconButton
          size="small"
          label={t`Zoom to full size`}
          data-tip={t`Zoom to full size`}
          onClick={onZoom}
        >
          <ArrowsOutSimpleIcon size={18} />
        </IconButton>
        <IconLink
          size="small"
          label={t`Open image page`}
          data-tip={t`Open image page`}
          to={paths.picture(slug)}
        >
          <ArrowSquareOutIcon size={18} />
        </IconLink>
      </div>
    </>
  );
}
