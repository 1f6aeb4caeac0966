import { useEffect, useRef, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { useLocation } from "react-router";
import { Link } from "#app/ui/link.tsx";
import { Popover } from "./popover.tsx";
import "./menu.css";

const rowsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>(".menu-row")];

/** The row that a key moves to, from the index of the focused one; -1 for none. */
const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => (index < last ? index + 1 : 0),
  ArrowUp: (index, last) => (index > 0 ? index - 1 : last),
  Home: () => 0,
  End: (_, last) => last,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  // Radio buttons use arrow keys themselves.
  if (step === undefined || event.target instanceof HTMLInputElement) return;
  const rows = rowsOf(event.currentTarget);
  const index = rows.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  rows[step(index, rows.length - 1)]?.focus();
}

/** Props of a menu's button: a press opens the menu, arrow down moves into it. */
export const opensMenu = (id: string) => ({
  popoverTarget: id,
  onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    const menu = document.getElementById(id);
    if (event.key !== "ArrowDown" || menu === null) return;
    event.preventDefault();
    if (!menu.matches(":popover-open")) event.currentTarget.click();
    (menu.querySelector<HTMLElement>(".menu-row[aria-current]") ?? rowsOf(menu)[0])?.focus();
  },
});

type MenuProps = {
  /** Passed to `opensMenu` of its button. */
  id: string;
  label: string;
  /** Its position. */
  className?: string;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
};

/**
 * A menu of links and actions that belongs to a button. Arrow keys, Home and End move in it. It closes when a row is
 * pressed and when the page's URL changes; links work without JavaScript.
 */
export function Menu({ className = "", children, ...rest }: MenuProps) {
  const menu = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const closedFor = useRef(key);
  const close = () => menu.current?.hidePopover();
  useEffect(() => {
    // Not on the first render: the browser may have opened the menu before the page's script ran.
    if (closedFor.current !== key) menu.current?.hidePopover();
    closedFor.current = key;
  }, [key]);
  return (
    <Popover
      {...rest}
      ref={menu}
      as="nav"
      className={`menu ${className}`}
      onKeyDown={moveFocus}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest(".menu-row")) close();
      }}
    >
      {children}
    </Popover>
  );
}

/** A row that is a link. */
export function MenuLink({
  chosen = false,
  ...link
}: ComponentProps<typeof Link> & {
  /** Whether it links to the current page. */
  chosen?: boolean;
}) {
  return <Link {...link} className="menu-row" aria-current={chosen ? "true" : undefined} />;
}

/** A row that is an action. */
export function MenuAction(button: ComponentProps<"button">) {
  return <button {...button} type="button" className="menu-row" />;
}
