import { useState, type ReactNode } from "react";
import { t } from "#app/language/message.ts";
import { rectangleBetween, type EditDocument } from "#app/rules/edit-document.ts";
import { extended, sides, type Side } from "#app/rules/edit-frame.ts";
import {
  editedSize,
  editLimits,
  isExtended,
  noExtension,
  sizeFault,
} from "#app/rules/edit-limits.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FieldError } from "#app/ui/labelled.tsx";

type Size = { width: number; height: number };
type Place = { x: number; y: number } & Size;

const sideLabels: Record<Side, string> = {
  left: t`Left`,
  top: t`Top`,
  right: t`Right`,
  bottom: t`Bottom`,
};

type NumberProps = {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
};

function NumberField({ label, value, max, onChange }: NumberProps) {
  return (
    <Field
      label={label}
      small
      className="mono"
      type="number"
      min={0}
      max={max}
      value={value}
      onChange={(event) => {
        const typed = event.target.valueAsNumber;
        if (Number.isFinite(typed)) onChange(Math.round(typed));
      }}
    />
  );
}

function Fields({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="edit-grid">{children}</div>
    </fieldset>
  );
}

type RectangleProps = { source: Size; erases: boolean; onMark: (place: Place) => void };

/** A rectangle by numbers, in pixels of the source. */
export function RectangleFields({ source, erases, onMark }: RectangleProps) {
  const { width, height } = source;
  const [place, setPlace] = useState<Place>({
    x: Math.round(width / 4),
    y: Math.round(height / 4),
    width: Math.round(width / 2),
    height: Math.round(height / 2),
  });
  const part = rectangleBetween(
    place,
    { x: place.x + place.width, y: place.y + place.height },
    source,
  );
  const set = (changes: Partial<Place>) => setPlace((now) => ({ ...now, ...changes }));
  return (
    <>
      <Fields legend={t`Rectangle in pixels`}>
        <NumberField
          label={t`From left`}
          value={place.x}
          max={width}
          onChange={(x) => set({ x })}
        />
        <NumberField
          label={t`From top`}
          value={place.y}
          max={height}
          onChange={(y) => set({ y })}
        />
        <NumberField
          label={t`Width`}
          value={place.width}
          max={width}
          onChange={(wide) => set({ width: wide })}
        />
        <NumberField
          label={t`Height`}
          value={place.height}
          max={height}
          onChange={(high) => set({ height: high })}
        />
      </Fields>
      <Button
        look="outline"
        size="small"
        disabled={part === null}
        onClick={() => part && onMark(part)}
      >
        {erases ? t`Unmark this rectangle` : t`Mark this rectangle`}
      </Button>
    </>
  );
}

type FrameProps = {
  source: Size;
  edit: EditDocument;
  change: (next: EditDocument, of?: string | null) => void;
};

/** How far the result goes beyond the picture at each side. */
export function FrameFields({ source, edit, change }: FrameProps) {
  const { extend } = edit;
  const size = editedSize(source, extend);
  const fault = sizeFault(size);
  return (
    <>
      <p className="text-12h text-ink-2">
        {t`Drag the edges outwards, or type by how many pixels the picture grows.`}
      </p>
      <Fields legend={t`Added pixels`}>
        {sides.map((side) => (
          <NumberField
            key={side}
            label={sideLabels[side]}
            value={extend[side]}
            max={editLimits.extend.max}
            onChange={(pixels) =>
              change({ ...edit, extend: extended(extend, side, pixels) }, `extend ${side}`)
            }
          />
        ))}
      </Fields>
      <div className="edit-pair items-center">
        <output className="mono text-12h text-ink-2" aria-label={t`Size of the result`}>
          {size.width} × {size.height}
        </output>
        <Button
          look="soft"
          size="small"
          disabled={!isExtended(extend)}
          onClick={() => change({ ...edit, extend: noExtension })}
        >
          {t`Reset frame`}
        </Button>
      </div>
      {fault && <FieldError>{fault}</FieldError>}
    </>
  );
}
