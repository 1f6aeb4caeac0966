import type { MouseEvent, Ref } from "react";
import { useNavigate } from "react-router";
import { useBalance } from "#app/features/billing/ui/balance.tsx";
import { useMember } from "#app/features/identity/ui/member.ts";
import { useSignIn } from "#app/features/identity/ui/sign-in.ts";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/**
 * GENERATE+: links to the studio for members with enough credits, to sign-in for guests. See docs/product.md 4.13
 * press.
 */
export function GenerateLink({ ref }: { ref: Ref<HTMLAnchorElement> }) {
  const member = useMember();
  const openSignIn = useSignIn();
  const navigate = useNavigate();
  const { refresh } = useBalance();
  async function press(event: MouseEvent) {
    // A new tab or window: the link works by itself, and the server checks it.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const signIn = () => openSignIn({ next: paths.studio(), address: true });
    if (member === null) return signIn();
    const [{ generatePress }, balance] = await Promise.all([
      import("./generate-press.ts"),
      refresh(),
    ]);
    const to = generatePress(balance);
    if (to === null) signIn();
    else await navigate(to);
  }
  return (
    <ButtonLink
      ref={ref}
      look="primary"
      className="generate"
      to={paths.studio()}
      onClick={(event) => void press(event)}
    >
      {t`GENERATE+`}
    </ButtonLink>
  );
}
