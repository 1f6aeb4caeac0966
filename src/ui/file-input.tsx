import { useRef, type ComponentProps } from "react";
import { Button } from "./button.tsx";

type FileInputProps = Omit<ComponentProps<"input">, "type" | "onChange" | "className"> & {
  onFiles: (files: File[]) => void;
  /** Unseen, over the whole of what surrounds it. */
  cover?: boolean;
};

/** The browser's own choice of files. It forgets them at once, so that the same file can be chosen again. */
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
  /** What the file is for. */
  label: string;
  /** Media types, with commas between them. */
  accept: string;
  onFile: (file: File) => void;
};

/** A button that lets one file be chosen. */
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
