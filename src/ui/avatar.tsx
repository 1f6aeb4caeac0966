import type { CSSProperties } from "react";
import { initials } from "../rules/initials.ts";
import { nameHue } from "../rules/name-hue.ts";

type AvatarProps = { name: string; src: string | null; size?: 24 | 32 | 40 };

/** A creator's picture, or the initials of the name. Always beside the name in text, hence hidden from readers. */
export function Avatar({ name, src, size = 32 }: AvatarProps) {
  const style = { "--av-h": nameHue(name) } as CSSProperties;
  return (
    <span className={`av av-${size}`} style={style} aria-hidden>
      {src ? <img src={src} alt="" width={size} height={size} loading="lazy" /> : initials(name)}
    </span>
  );
}
