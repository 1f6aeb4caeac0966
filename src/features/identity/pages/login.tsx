import type { CSSProperties } from "react";
import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageData } from "../../../page-data.ts";
import { imageAddress } from "../../../rules/image-address.ts";
import { safeNext } from "../../../rules/safe-next.ts";
import { PageHead } from "../../../ui/page-head.tsx";
import { useSite } from "../../../ui/site.ts";
import { wall, type WallPicture } from "../../pictures/queries.ts";
import { AccountForm, type AccountMode } from "../ui/account-form.tsx";

/** Signs in and returns to `next`, which never leaves the site. Specification, section 2; whoever is signed in goes on at once. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const next = safeNext(searchParams.get("next"));
  const mode: AccountMode = searchParams.get("tab") === "signup" ? "signup" : "login";
  return pageData(context, async ({ db }, actor) => {
    if (actor.role !== "guest") throw redirect(next);
    const { items } = await wall(db, { limit: 1, shape: "portrait" });
    return { next, mode, picture: items[0] ?? null };
  });
}

function Beside({ picture }: { picture: WallPicture }) {
  const { imageHost } = useSite();
  const style = { "--ph": picture.colors[0] } as CSSProperties;
  return (
    <div className="print login-picture" style={style}>
      <img alt="" src={imageAddress(imageHost, picture.slug, { width: 1024, format: "webp" })} />
    </div>
  );
}

export default function Login() {
  const { next, mode, picture } = useLoaderData<typeof loader>();
  return (
    <div className="login">
      <PageHead title={mode === "login" ? "Sign in" : "Create account"} />
      <div className="login-card" data-pictured={picture !== null || undefined}>
        {picture && <Beside picture={picture} />}
        <div className="login-form">
          <AccountForm key={mode} mode={mode} next={next} />
        </div>
      </div>
    </div>
  );
}
