import { useEffect, useState, type CSSProperties } from "react";
import { imageAddress } from "#app/rules/image-address.ts";
import { LogoMark } from "#app/ui/glyphs.tsx";
import { useSite } from "#app/ui/site.ts";
import "#app/ui/card.css";
import "./account-card.css";

export type BesidePicture = { slug: string; colors: string[] };
/** Reads the picture beside the dialog's form; null if there is none. */
export type ReadPicture = () => Promise<BesidePicture | null>;

/** A picture of the wall beside a form, or the logo if there is none. */
export function PictureBeside({ picture }: { picture: BesidePicture | null }) {
  const { imageHost } = useSite();
  if (picture === null) {
    return (
      <div className="login-picture login-stage">
        <LogoMark />
      </div>
    );
  }
  const style = { "--ph": picture.colors[0] } as CSSProperties;
  return (
    <div className="card login-picture" style={style}>
      <img alt="" src={imageAddress(imageHost, picture.slug, { width: 1024, format: "webp" })} />
    </div>
  );
}

/** The same for the dialog, which reads its picture itself, and only if there is room for it. */
export function SignInPicture({ readPicture }: { readPicture: ReadPicture }) {
  const [picture, setPicture] = useState<BesidePicture | null>(null);
  useEffect(() => {
    if (!matchMedia("(min-width: 768px)").matches) return undefined;
    let left = false;
    const read = async () => {
      const found = await readPicture();
      if (!left) setPicture(found);
    };
    void read();
    return () => {
      left = true;
    };
  }, [readPicture]);
  return <PictureBeside picture={picture} />;
}
