import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { CopySimpleIcon } from "@phosphor-icons/react/dist/csr/CopySimple";

import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { RemixGlyph } from "#app/ui/glyphs.tsx";
import { useCopy } from "#app/ui/use-copy.ts";
import { written } from "#app/ui/written.ts";
import { Palette } from "./palette.tsx";

type PromptDialogProps = {
  picture: { id: string; colors: readonly string[]; prompt: string | null };
  open: boolean;
  onClose: () => void;
};

/** "View this prompt": the full prompt of a picture. See docs/product.md 2.10. */
export function PromptDialog({ picture, open, onClose }: PromptDialogProps) {
  const { id, colors, prompt } = picture;
  const { copied, copy } = useCopy();
  return (
    <Dialog title={t`View this prompt`} open={open} onClose={onClose}>
      <p
        {...written}
        className="mt-[18px] mb-5 text-19 leading-normal wrap-anywhere whitespace-pre-wrap"
      >
        {prompt ?? t`No prompt available`}
      </p>
      <Palette colors={colors} />
      {prompt && (
        <div className="mt-5 flex flex-wrap gap-2">
          <ButtonLink look="primary" to={paths.studio({ source: id })}>
            <RemixGlyph size={18} />
            {t`Remix with this prompt`}
          </ButtonLink>
          <Button look="soft" onClick={() => copy(prompt, t`Prompt copied`)}>
            {copied === prompt ? <CheckIcon size={18} /> : <CopySimpleIcon size={18} />}
            {copied === prompt ? t`Copied` : t`Copy`}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
