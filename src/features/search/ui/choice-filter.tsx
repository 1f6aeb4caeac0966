import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import type { CSSProperties, ReactNode } from "react";
import { Menu, MenuLink, opensMenu } from "#app/ui/menu.tsx";
import "./choice-filter.css";

export type Choice = { label: string; to: string; chosen: boolean };

type ChoiceFilterProps = {
  /** Id of the panel, unique on the page. */
  id: string;
  name: string;
  /** Label of the button. */
  children: ReactNode;
  className: string;
  choices: readonly Choice[];
};

/** A button that opens a list of links, of which one is current; works without JavaScript. */
export function ChoiceFilter({ id, name, children, className, choices }: ChoiceFilterProps) {
  const anchor = { "--anchor": `--${id}` } as CSSProperties;
  return (
    <span className="choice" style={anchor}>
      <button type="button" className={className} {...opensMenu(id)}>
        {children}
        <CaretDownIcon size={12} />
      </button>
      <Menu id={id} className="choice-panel" label={name}>
        {choices.map(({ label, to, chosen }) => (
          <MenuLink key={label} to={to} preventScrollReset chosen={chosen}>
            {label}
          </MenuLink>
        ))}
      </Menu>
    </span>
  );
}
