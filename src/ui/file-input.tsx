import { useEffect, useImperativeHandle, useRef, type ComponentProps } from "react";
import { Button } from "./button.tsx";

type FileInputProps = Omit<ComponentProps<"input">, "type" | "onChange" | "className"> & {
  onFiles: (files: File[]) => void;
  /** Invisible, covering its parent. */
  cover?: boolean;
};

/**
 * The browser's own file input. It is cleared after each choice, so that the same file can be chosen again. Files
 * that were chosen before hydration, or in a file dialog that was still open when the input was removed, are taken too.
 */
export function FileInput({ onFiles, cover = false, ref, ...input }: FileInputProps) {
  const element = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => element.current);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const chosen = element.current;
    const takeChosen = () => {
      const files = [...(chosen?.files ?? [])];
      if (chosen) chosen.value = "";
      if (files.length > 0) take.current(files);
    };
    takeChosen();
    chosen?.addEventListener("change", takeChosen);
  }, []);
  return (
    <input {...input} ref={element} className={cover ? "invisible-input" : undefined} type="file" />
  );
}

type FileButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & {
  /** Label of the button. */
  label: string;
  /** Media types, separated by commas. */
  accept: string;
  onFile: (file: File) => void;
};

/** A button that chooses one file. */
export function FileButton({ label, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        ref={input}
        hidden
        accept={accept}
        aria-label={label}
        onFiles={([file]) => onFile(file)}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
