import type { ComponentProps, CSSProperties } from "react";
import "./slider.css";

type SliderProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "className"> & {
  value: number;
  /** 0 by default. */
  min?: number;
  /** 100 by default. */
  max?: number;
  onChange: (value: number) => void;
};

/** A slider for pointer and arrow keys. */
export function Slider({ value, min = 0, max = 100, onChange, ...input }: SliderProps) {
  const share = (value - min) / (max - min);
  return (
    <input
      {...input}
      className="range"
      type="range"
      min={min}
      max={max}
      value={value}
      style={{ "--p": `${share * 100}%` } as CSSProperties}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  );
}
