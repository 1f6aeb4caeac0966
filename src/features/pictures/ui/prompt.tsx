import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { RemixGlyph } from "../../../ui/glyphs.tsx";
import { useCopy } from "../../../ui/use-copy.ts";

type PromptProps = { pictureId: string; prompt: string | null };

/** The words behind a picture, in short, with the dialog that shows them whole. Specification, section 2. */
export function Prompt({ pictureId, prompt }: PromptProps) {
  const [open, setOpen] = useState(false);
  const { copied, copy } = useCopy();
  const copyPrompt = () => prompt && copy(prompt, "Prompt copied");
  return (
    <div className="flex flex-col gap-2">
      <p className="line-clamp-4 text-15 leading-normal text-ink-2">
        {prompt ?? "No prompt available"}
      </p>
      <div className="mt-0.5 flex gap-4 text-13">
        <button type="button" className="link" onClick={() => setOpen(true)}>
          View prompt
        </button>
        {prompt && (
          <button type="button" className="link" onClick={copyPrompt}>
            {copied === prompt ? "Copied" : "Copy"}
          </button>
        )}
      </div>
      <Dialog title="View this prompt" open={open} onClose={() => setOpen(false)}>
        <p className="my-4 text-19 leading-[1.45] wrap-anywhere whitespace-pre-wrap">
          {prompt ?? "No prompt available"}
        </p>
        {prompt && (
          <div className="flex flex-wrap gap-2">
            <Link className="b b-ink" to={paths.studio({ source: pictureId })}>
              <RemixGlyph size={18} />
              Remix with this prompt
            </Link>
            <button type="button" className="b b-soft" onClick={copyPrompt}>
              {copied === prompt ? "Copied" : "Copy"}
            </button>
          </div>
        )}
      </Dialog>
    </div>
  );
}
