import type { ComponentProps } from "react";
import { Link } from "#app/ui/link.tsx";
import "./button.css";

type ButtonLook = "primary" | "soft" | "outline" | "quiet";

type ButtonStyle = {
  /** Visual emphasis: primary is the strongest, quiet the weakest. Without a variant the button has no background. */
  look?: ButtonLook;
  /** 32, 40 or 48 pixels high; defaults to medium. */
  size?: "small" | "medium" | "large";
  /** For destructive actions. */
  danger?: boolean;
};

/** The classes of a button, for other elements that look like one, such as the summary of a disclosure. */
export function buttonClass({ look, size, danger }: ButtonStyle, more = ""): string {
  const classes = ["button", look && `button-${look}`, danger && "button-danger"];
  if (size && size !== "medium") classes.push(`button-${size}`);
  return [...classes, more].filter(Boolean).join(" ");
}

/** A button with text. It submits a form only if its type says so. */
export function Button({
  look,
  size,
  danger,
  className,
  type = "button",
  ...rest
}: ButtonStyle & ComponentProps<"button">) {
  return (
    <button {...rest} type={type} className={buttonClass({ look, size, danger }, className)} />
  );
}

/** A link to a page of ours that looks like a button. */
export function ButtonLink({
  look,
  size,
  danger,
  className,
  ...rest
}: ButtonStyle & ComponentProps<typeof Link>) {
  return <Link {...rest} className={buttonClass({ look, size, danger }, className)} />;
}

/** A link to a file or another site that looks like a button. */
export function ButtonAnchor({
  look,
  size,
  danger,
  className,
  children,
  ...rest
}: ButtonStyle & ComponentProps<"a">) {
  return (
    <a {...rest} className={buttonClass({ look, size, danger }, className)}>
      {children}
    </a>
  );
}

type IconStyle = {
  /** The accessible name of the icon. */
  label: string;
  /** 32 or 40 pixels; defaults to medium. */
  size?: "small" | "medium";
};

const iconClass = (size: IconStyle["size"], more = "") =>
  ["icon-button", size === "small" && "icon-button-small", more].filter(Boolean).join(" ");

/** A round button with only an icon. */
export function IconButton({
  label,
  size,
  className,
  type = "button",
  ...rest
}: IconStyle & ComponentProps<"button">) {
  return <button {...rest} type={type} aria-label={label} className={iconClass(size, className)} />;
}

/** A link to a page of ours that looks like a round button. */
export function IconLink({
  label,
  size,
  className,
  ...rest
}: IconStyle & ComponentProps<typeof Link>) {
  return <Link {...rest} aria-label={label} className={iconClass(size, className)} />;
}

/** A link to a file or another site that looks like a round button. */
export function IconAnchor({
  label,
  size,
  className,
  children,
  ...rest
}: IconStyle & ComponentProps<"a">) {
  return (
    <a {...rest} aria-label={label} className={iconClass(size, className)}>
      {children}
    </a>
  );
}
