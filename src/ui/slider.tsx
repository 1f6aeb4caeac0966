import type { ComponentProps, CSSProperties } from "react";
import "./slider.css";

type SliderProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "className"> & {
  value: number;
  onChange: (value: number) => void;
};

/** A slider from 0 to 100, for pointer and arrow keys. */
export function Slider({ value, onChange, ...input }: SliderProps) {
  return (
    <input
      {...input}
      className="range"
      type="range"
      min={0}
      max={100}
      value={value}
      style={{ "--p": `${value}%` } as CSSProperties}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  );
}
