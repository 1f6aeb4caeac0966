import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import "#app/ui/menu.css";
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

const close = (id: string) => document.getElementById(id)?.hidePopover();

/** A button that opens a list of links, one of which holds; it works without script. */
export function ChoiceFilter({ id, name, children, className, choices }: ChoiceFilterProps) {
  const anchor = { "--anchor": `--${id}` } as CSSProperties;
  return (
    <span className="choice" style={anchor}>
      <button type="button" className={className} popoverTarget={id}>
        {children}
        <CaretDownIcon size={12} />
      </button>
      <nav id={id} popover="auto" className="popover menu choice-panel" aria-label={name}>
        {choices.map(({ label, to, chosen }) => (
          <Link
            key={label}
            className="menu-row"
            to={to}
            preventScrollReset
            aria-current={chosen ? "true" : undefined}
            onClick={() => close(id)}
          >
            {label}
          </Link>
        ))}
      </nav>
    </span>
  );
}
