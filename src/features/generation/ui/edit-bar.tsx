import { ArrowUUpLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowUUpLeft";
import { ArrowUUpRightIcon } from "@phosphor-icons/react/dist/csr/ArrowUUpRight";
import { ArrowsOutIcon } from "@phosphor-icons/react/dist/csr/ArrowsOut";
import { EraserIcon } from "@phosphor-icons/react/dist/csr/Eraser";
import { FrameCornersIcon } from "@phosphor-icons/react/dist/csr/FrameCorners";
import { HandIcon } from "@phosphor-icons/react/dist/csr/Hand";
import { LassoIcon } from "@phosphor-icons/react/dist/csr/Lasso";
import { MagnifyingGlassMinusIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlassMinus";
import { MagnifyingGlassPlusIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlassPlus";
import { PaintBrushIcon } from "@phosphor-icons/react/dist/csr/PaintBrush";
import { SelectionIcon } from "@phosphor-icons/react/dist/csr/Selection";
import { t } from "#app/language/message.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Segment } from "#app/ui/segment.tsx";
import { tools, type Tool } from "./edit-tools.ts";
import type { Editing } from "./use-edit.ts";
import type { Viewing } from "./use-edit-view.ts";
import "./edit-bar.css";

const icons: Readonly<Record<Tool, typeof HandIcon>> = {
  brush: PaintBrushIcon,
  eraser: EraserIcon,
  lasso: LassoIcon,
  rectangle: SelectionIcon,
  frame: FrameCornersIcon,
  move: HandIcon,
};

const options = tools.map(({ tool, label }) => {
  const Icon = icons[tool];
  return { value: tool, label, icon: <Icon size={20} /> };
});

type BarProps = {
  tool: Tool;
  onTool: (tool: Tool) => void;
  editing: Editing;
  viewing: Viewing;
};

/** The tools, undo and redo, and the zoom. */
export function EditBar({ tool, onTool, editing, viewing }: BarProps) {
  const percent = Math.round((viewing.view?.scale ?? 1) * 100);
  return (
    <div className="edit-bar">
      <Segment legend={t`Tool`} hideLegend options={options} value={tool} onChange={onTool} />
      <span className="flex">
        <IconButton
          label={t`Undo`}
          data-tip={t`Undo`}
          disabled={!editing.canUndo}
          onClick={editing.undo}
        >
          <ArrowUUpLeftIcon size={20} className="edit-turned" />
        </IconButton>
        <IconButton
          label={t`Redo`}
          data-tip={t`Redo`}
          disabled={!editing.canRedo}
          onClick={editing.redo}
        >
          <ArrowUUpRightIcon size={20} className="edit-turned" />
        </IconButton>
      </span>
      <span className="edit-zoom">
        <IconButton label={t`Smaller`} data-tip={t`Smaller`} onClick={viewing.smaller}>
          <MagnifyingGlassMinusIcon size={20} />
        </IconButton>
        <output className="mono" aria-label={t`Size`}>
          {percent} %
        </output>
        <IconButton label={t`Larger`} data-tip={t`Larger`} onClick={viewing.larger}>
          <MagnifyingGlassPlusIcon size={20} />
        </IconButton>
        <IconButton
          label={t`Show all of it`}
          data-tip={t`Show all of it`}
          disabled={viewing.isFitted}
          onClick={viewing.fit}
        >
          <ArrowsOutIcon size={20} />
        </IconButton>
      </span>
    </div>
  );
}
