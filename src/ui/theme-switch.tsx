import { useId } from "react";
import { t } from "#app/language/message.ts";
import { themeChoices, type ThemeChoice } from "#app/rules/theme.ts";
import { Icon, type IconName } from "./icon.tsx";
import { switchTheme, useThemeChoice } from "./use-theme.ts";
import "./segment.css";

const faces: Record<ThemeChoice, { label: string; icon?: IconName }> = {
  light: { label: t`Light`, icon: "sun" },
  dark: { label: t`Dark`, icon: "moon" },
  system: { label: t`System` },
};

/** Light, dark, or the system's theme. */
export function ThemeSwitch() {
  const group = useId();
  const chosen = useThemeChoice();
  return (
    <div className="segment segment-small" role="radiogroup" aria-label={t`Theme`}>
      {themeChoices.map((choice) => {
        const { label, icon } = faces[choice];
        return (
          <label key={choice}>
            <input
              type="radio"
              className="invisible-input"
              name={group}
              checked={choice === chosen}
              onChange={() => switchTheme(choice)}
            />
            {icon && <Icon name={icon} size={16} />}
            {label}
          </label>
        );
      })}
    </div>
  );
}
