import { useState, type ChangeEvent, type ComponentProps } from "react";
import { locale, t } from "#app/language/message.ts";
import { Field } from "./field.tsx";
import "./day-field.css";

type DayFieldProps = Omit<ComponentProps<typeof Field>, "type"> & {
  /** YYYY-MM-DD. */
  value?: string;
  /** Shown while there is no day. */
  empty?: string;
};

const dayFormat = new Intl.DateTimeFormat(locale("en-GB"), {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** The day as the rest of the site shows days; null while it is not whole. */
function shownDay(day: string): string | null {
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? null : dayFormat.format(at);
}

/**
 * A date input. At rest it shows the day as the rest of the site does, whatever order the browser's own field has; while
 * it is edited it is the browser's.
 */
export function DayField({ value, empty = t`Any day`, onChange, ...field }: DayFieldProps) {
  const [typed, setTyped] = useState("");
  const day = value ?? typed;
  return (
    <Field
      {...field}
      className={field.className ? `day-input ${field.className}` : "day-input"}
      type="date"
      value={value}
      data-shown={shownDay(day) ?? empty}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        setTyped(event.target.value);
        onChange?.(event);
      }}
    />
  );
}
