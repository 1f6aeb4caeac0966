import { useId } from "react";
import { t } from "#app/language/message.ts";
import { aspects, aspectSizes, type Aspect } from "#app/rules/aspects.ts";
import { Option } from "#app/ui/option.tsx";
import "./frame-picker.css";

/** Every outline has the area of a square with this side, in px. */
const outline = 28;

/** The outline of an aspect ratio. */
export function FrameOutline({ aspect, size = outline }: { aspect: Aspect; size?: number }) {
  const { width, height } = aspectSizes[aspect];
  const root = Math.sqrt(width / height);
  return (
    <i
      aria-hidden
      className="inline-block rounded-[2px] border-[1.5px] border-current"
      style={{ width: Math.round(size * root), height: Math.round(size / root) }}
    />
  );
}

/** Aspect ratios as outlines on a common baseline. */
export function FramePicker({
  value,
  onChange,
}: {
  value: Aspect;
  onChange: (aspect: Aspect) => void;
}) {
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="label mb-1.5">{t`Frame`}</legend>
      <div className="frames">
        {aspects.map((aspect) => (
          <Option
            key={aspect}
            type="radio"
            className="frame"
            name={group}
            checked={aspect === value}
            onChange={() => onChange(aspect)}
          >
            <FrameOutline aspect={aspect} />
            {aspect}
          </Option>
        ))}
      </div>
    </fieldset>
  );
}
