import { useEffect, useRef, type ComponentProps } from "react";
import { inputClass } from "./labelled.tsx";
import "./search-input.css";

/** Time without typing after which a live search is sent, in ms. */
const pauseMs = 400;

type SearchInputProps = Omit<ComponentProps<"input">, "type" | "defaultValue" | "value" | "ref"> & {
  /** The query in the page's URL. */
  value: string | undefined;
  /** With its own border; otherwise its parent has one, and its focus ring. */
  framed?: boolean | "small";
  /** Searches while typing too, after a pause. */
  live?: boolean;
};

/**
 * A search box whose text is part of the page's URL. It follows the URL, also on back and forward, but keeps what was
 * typed since the last search when the response to that search arrives.
 */
export function SearchInput(props: SearchInputProps) {
  const { value = "", framed = false, live = false, className = "", ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const isTyping = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const form = input.current?.form;
    const submitted = () => {
      isTyping.current = false;
      clearTimeout(timer.current);
    };
    form?.addEventListener("submit", submitted);
    return () => {
      form?.removeEventListener("submit", submitted);
      clearTimeout(timer.current);
    };
  }, []);
  useEffect(() => {
    if (input.current !== null && !isTyping.current) input.current.value = value;
  }, [value]);
  return (
    <input
      {...rest}
      className={
        framed
          ? inputClass(framed === "small" && "input-small", "search-input", className)
          : `search-input ring-outside ${className}`
      }
      ref={input}
      type="search"
      defaultValue={value}
      onInput={() => {
        isTyping.current = true;
        if (!live) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => input.current?.form?.requestSubmit(), pauseMs);
      }}
    />
  );
}
