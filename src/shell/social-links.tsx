import type { CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { socialNetworks, type SocialNetwork } from "#app/rules/social-networks.ts";
import { IconAnchor } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useSite } from "#app/ui/site.ts";
import "./social-links.css";

type SocialLinksProps = {
  className?: string;
  /** Style of the link at an index. */
  styleOf?: (index: number) => CSSProperties;
};

/** Links to the networks of "Stay Connected"; each opens a new tab. */
export function SocialLinks({ className = "", styleOf }: SocialLinksProps) {
  const { social } = useSite();
  return (
    <ul className={`social ${className}`}>
      {(Object.keys(socialNetworks) as SocialNetwork[]).map((network, index) => (
        <li key={network} style={styleOf?.(index)}>
          <IconAnchor
            href={social[network]}
            target="_blank"
            rel="noopener"
            label={t`${socialNetworks[network]} (opens in a new tab)`}
            data-tip={socialNetworks[network]}
          >
            <Icon name={`${network}-logo`} />
          </IconAnchor>
        </li>
      ))}
    </ul>
  );
}
