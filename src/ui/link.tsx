import { Link as RouterLink, type LinkProps } from "react-router";

type Props = Omit<LinkProps, "discover" | "prefetch" | "relative" | "reloadDocument" | "mask">;

/** Addresses that the router would write in another way: relative ones, other sites, and what has empty or dotted parts. */
const isRewritten = /^(?!\/)|\/\/|\/\.|\?(?:#|$)|#$/;

/** What is for the router when the link is pressed, and no attribute. */
const notMarkup = {
  to: undefined,
  replace: undefined,
  state: undefined,
  preventScrollReset: undefined,
  viewTransition: undefined,
  defaultShouldRevalidate: undefined,
};

/**
 * The markup of React Router's link, without its hooks for the press: on the server they took a quarter of the time of
 * a page with hundreds of links (decision 502).
 */
export function LinkMarkup(props: Props) {
  const { to, children } = props;
  if (typeof to !== "string" || isRewritten.test(to)) return <RouterLink {...props} />;
  return (
    <a {...props} {...notMarkup} href={to} data-discover="true">
      {children}
    </a>
  );
}

/** A link within the site. */
export const Link = import.meta.env.SSR ? LinkMarkup : RouterLink;
