import type { CSSProperties } from "react";
import { placeholderAvatar } from "#app/rules/creator.ts";
import { initials } from "#app/rules/initials.ts";
import { nameHue } from "#app/rules/name-hue.ts";
import { useHosted } from "./site.ts";
import "./avatar.css";

type AvatarProps = { name: string; src: string | null; size?: 24 | 32 | 40 };

/**
 * A creator's picture, or the initials of the name. Always beside the name as text, hence hidden from screen readers.
 */
export function Avatar({ name, src, size = 32 }: AvatarProps) {
  const style = { "--av-h": nameHue(name) } as CSSProperties;
  const address = useHosted(src === placeholderAvatar ? null : src);
  return (
    <span className={`avatar avatar-${size}`} style={style} aria-hidden>
      {address ? (
        <img src={address} alt="" width={size} height={size} loading="lazy" />
      ) : (
        initials(name)
      )}
    </span>
  );
}
