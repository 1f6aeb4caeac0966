import { MoonIcon } from "@phosphor-icons/react/dist/csr/Moon";
import { SunIcon } from "@phosphor-icons/react/dist/csr/Sun";
import { useId } from "react";
import { themeChoices, type ThemeChoice } from "../rules/theme.ts";
import { chooseTheme, useThemeChoice } from "./use-theme.ts";

const faces: Record<ThemeChoice, { label: string; icon?: typeof SunIcon }> = {
  light: { label: "Light", icon: SunIcon },
  dark: { label: "Dark", icon: MoonIcon },
  system: { label: "System" },
};

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  const group = useId();
  const chosen = useThemeChoice();
  return (
    <div className="seg seg-sm" role="radiogroup" aria-label="Theme">
      {themeChoices.map((choice) => {
        const { label, icon: Icon } = faces[choice];
        return (
          <label key={choice}>
            <input
              type="radio"
              className="veiled"
              name={group}
              checked={choice === chosen}
              onChange={() => chooseTheme(choice)}
            />
            {Icon && <Icon size={16} />}
            {label}
          </label>
        );
      })}
    </div>
  );
}
