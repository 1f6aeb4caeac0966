import { useState } from "react";
import { t } from "#app/language/message.ts";
import type { Density } from "#app/rules/wall-layout.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Segment } from "#app/ui/segment.tsx";

const options = [
  { value: "comfortable", label: t`Comfortable`, icon: "squares-four" },
  { value: "dense", label: t`Dense`, icon: "grid-nine" },
] as const satisfies { value: Density; label: string; icon: IconName }[];

const cookie = "density";
const yearSeconds = 365 * 24 * 60 * 60;

/** Cookie that stores the density; the server reads it too, so that the layout does not shift. */
export function densityOf(cookies: string | null): Density {
  return /(?:^|;\s*)density=dense(?:;|$)/.test(cookies ?? "") ? "dense" : "comfortable";
}

/** The density as rendered or as chosen since, and its setter. */
export function useDensity(rendered: Density): [Density, (density: Density) => void] {
  const [chosen, setChosen] = useState<Density | null>(null);
  return [
    chosen ?? rendered,
    (density) => {
      document.cookie = `${cookie}=${density}; path=/; max-age=${yearSeconds}; samesite=lax`;
      setChosen(density);
    },
  ];
}

type DensitySwitchProps = { density: Density; onChange: (density: Density) => void };

/** The density of the wall: two radio buttons in a pill. */
export function DensitySwitch({ density, onChange }: DensitySwitchProps) {
  return (
    <Segment
      legend={t`Density`}
      hideLegend
      small
      options={options.map(({ value, label, icon }) => ({
        value,
        label,
        icon: <Icon name={icon} size={16} />,
      }))}
      value={density}
      onChange={onChange}
    />
  );
}
