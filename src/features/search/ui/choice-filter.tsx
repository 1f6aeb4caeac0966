import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import type { CSSProperties, ReactNode } from "react";
import { Menu, MenuLink, opensMenu } from "#app/ui/menu.tsx";
import "./choice-filter.css";

export type Choice = { label: string; to: string; chosen: boolean };

type ChoiceFilterProps = {
  /** Of the panel, once on a page. */
  id: string;
  name: string;
  /** What the button says. */
  children: ReactNode;
  className: string;
  choices: readonly Choice[];
};

/** A button that opens a list of links, one of which holds; it works without script. */
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
