import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { CopySimpleIcon } from "@phosphor-icons/react/dist/csr/CopySimple";
import { FacebookLogoIcon } from "@phosphor-icons/react/dist/csr/FacebookLogo";
import { PinterestLogoIcon } from "@phosphor-icons/react/dist/csr/PinterestLogo";
import { TwitterLogoIcon } from "@phosphor-icons/react/dist/csr/TwitterLogo";
import { type CSSProperties, type FocusEvent } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { embedSnippet, shareLinks } from "#app/rules/share-links.ts";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useSite } from "#app/ui/site.ts";
import { useCopy } from "#app/ui/use-copy.ts";
import type { Tile } from "./tile.ts";
import "./share-dialog.css";

/** Width of the picture in the embed snippet, in px. */
const embedWidth = 800;

const icons = {
  Facebook: FacebookLogoIcon,
  Twitter: TwitterLogoIcon,
  Pinterest: PinterestLogoIcon,
} as const;

type CopyButtonProps = { done: boolean; what: string; onPress: () => void };

function CopyButton({ done, what, onPress }: CopyButtonProps) {
  return (
    <Button look="soft" className={`share-copy ${done ? "text-moss" : ""}`} onClick={onPress}>
      {done ? <CheckIcon size={18} /> : <CopySimpleIcon size={18} />}
      {done ? t`Copied` : t`Copy`}
      <span className="sr-only"> {what}</span>
    </Button>
  );
}

const selectAll = (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
  event.target.select();

/** Read-only texts to copy: direct link and embed snippet. */
function Copies({ page, snippet }: { page: string; snippet: string }) {
  const { copied, copy } = useCopy();
  return (
    <>
      <div className="share-row">
        <Field
          label={t`Direct link`}
          className="mono"
          dir="ltr"
          readOnly
          value={page}
          onFocus={selectAll}
        />
        <CopyButton
          done={copied === page}
          what={t`link`}
          onPress={() => copy(page, t`Link copied. Ready to echo.`)}
        />
      </div>
      <div className="share-row">
        <TextArea
          label={t`Embed image`}
          className="mono"
          dir="ltr"
          readOnly
          rows={4}
          value={snippet}
          onFocus={selectAll}
        />
        <CopyButton
          done={copied === snippet}
          what={t`embed code`}
          onPress={() => copy(snippet, t`Embed code copied.`)}
        />
      </div>
    </>
  );
}

type ShareDialogProps = {
  picture: Pick<Tile, "slug" | "title" | "creator" | "width" | "height" | "colors">;
  open: boolean;
  onClose: () => void;
};

/** "Echo this manifestation": three share links, the direct link and the embed snippet. See docs/product.md 2.10. */
export function ShareDialog({ picture, open, onClose }: ShareDialogProps) {
  const { imageHost, serverUrl } = useSite();
  const { slug, title, creator, width, height, colors } = picture;
  const page = new URL(paths.picture(slug), serverUrl).href;
  const image = new URL(imageAddress(imageHost, slug, { width: embedWidth }), serverUrl).href;
  const links = shareLinks({ page, image, title, creator: creator.name });
  return (
    <Dialog
      title={t`Echo this manifestation`}
      className="share-dialog"
      open={open}
      onClose={onClose}
    >
      <div className="share-head">
        <img
          alt=""
          src={imageAddress(imageHost, slug, { width: 300, format: "webp" })}
          style={{ "--r": height / width, "--ph": colors[0] } as CSSProperties}
        />
        <div className="min-w-0">
          <b className="block font-[580] wrap-anywhere">{title}</b>
          <span className="text-ink-2">{t`by ${creator.name}`}</span>
        </div>
      </div>
      <ul className="share-links">
        {links.map(({ name, href }) => {
          const Icon = icons[name];
          return (
            <li key={name}>
              <ButtonAnchor look="soft" href={href} target="_blank" rel="noopener noreferrer">
                <Icon size={20} />
                {name}
                <span className="sr-only">{t` (opens in a new tab)`}</span>
              </ButtonAnchor>
            </li>
          );
        })}
      </ul>
      <Copies page={page} snippet={embedSnippet({ image, title })} />
    </Dialog>
  );
}
