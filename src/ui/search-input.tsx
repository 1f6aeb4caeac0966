import { useEffect, useRef, type ComponentProps } from "react";
import { inputClass } from "./labelled.tsx";

type SearchInputProps = Omit<ComponentProps<"input">, "type" | "defaultValue" | "value" | "ref"> & {
  /** The words that the page's address holds. */
  value: string | undefined;
  /** With the frame of a field; else what surrounds it has one. */
  framed?: boolean | "small";
};

/**
 * A search box whose words are part of the page's address. It follows the address, back and forward too, but keeps what
 * was typed since the last search when the answer to that search arrives.
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
