import { useRef, type ComponentProps } from "react";
import { Button } from "./button.tsx";

type FileInputProps = Omit<ComponentProps<"input">, "type" | "onChange" | "className"> & {
  onFiles: (files: File[]) => void;
  /** Invisible, covering its parent. */
  cover?: boolean;
};

/** The browser's own file input. It is cleared after each choice, so that the same file can be chosen again. */
export function FileInput({ onFiles, cover = false, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      className={cover ? "invisible-input" : undefined}
      type="file"
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        currentTarget.value = "";
        if (files.length > 0) onFiles(files);
      }}
    />
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
