import { useEffect, useRef, type ComponentProps } from "react";
import { inputClass } from "./labelled.tsx";

type SearchInputProps = Omit<ComponentProps<"input">, "type" | "defaultValue" | "value" | "ref"> & {
  /** The query in the page's URL. */
  value: string | undefined;
  /** With its own border; otherwise its parent has one. */
  framed?: boolean | "small";
};

/**
 * A search box whose text is part of the page's URL. It follows the URL, also on back and forward, but keeps what was
 * typed since the last search when the response to that search arrives.
 */
export function SearchInput({ value = "", framed = false, className, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const isTyping = useRef(false);
  useEffect(() => {
    const form = input.current?.form;
    const submitted = () => {
      isTyping.current = false;
    };
    form?.addEventListener("submit", submitted);
    return () => form?.removeEventListener("submit", submitted);
  }, []);
  useEffect(() => {
    if (input.current !== null && !isTyping.current) input.current.value = value;
  }, [value]);
  return (
    <input
      {...rest}
      className={framed ? inputClass(framed === "small" && "input-small", className) : className}
      ref={input}
      type="search"
      defaultValue={value}
      onInput={() => {
        isTyping.current = true;
      }}
    />
  );
}
