import { data, useActionData, type ActionFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { apiContext } from "#app/context.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { useSite } from "#app/ui/site.ts";
import type { Verified } from "#app/features/provenance/ui/api.ts";
import { VerifyForm, type Sent } from "#app/features/provenance/ui/verify-form.tsx";
import "#app/features/content/ui/prose.css";
import "./verify.css";

/** Handles the form when it is sent without JavaScript: the file goes on to the API as it came. */
export function action({ request, context }: ActionFunctionArgs) {
  return pageData(context, async () => {
    const asked = new Request(new URL("/api/verify", request.url), {
      method: "POST",
      headers: request.headers,
      body: request.body,
      duplex: "half",
    } as RequestInit);
    const answer = await context.get(apiContext)(asked);
    const body: unknown = await answer.json();
    const headers = { "cache-control": "no-store" };
    if (answer.ok) return data<Sent>({ found: body as Verified }, { headers });
    const { title, detail } = body as { title: string; detail?: string };
    return data<Sent>({ refusal: detail ?? title }, { status: answer.status, headers });
  });
}

/** Where a picture file came from. See docs/product.md 7.5. */
export default function Verify() {
  const sent = useActionData<typeof action>() ?? null;
  const { appName, serverUrl } = useSite();
  const description = t`Finds out whether a picture was made at ${appName}, and from what.`;
  return (
    <>
      <PageHead title={t`Verify a picture`} description={description} />
      <link rel="canonical" href={new URL(paths.verify(), serverUrl).href} />
      <div className="verify">
        <header>
          <h1 className="title-xl">{t`Verify a picture`}</h1>
          <p className="prose-lead">{description}</p>
        </header>
        <VerifyForm sent={sent} />
        <section className="verify-about" aria-labelledby="verify-about">
          <h2 className="title-small" id="verify-about">
            {t`How pictures are marked`}
          </h2>
          <p>
            {t`Every picture that leaves this site carries two marks. A signed manifest in the C2PA format says which engine made it, when a copy was resized and what a remix was made from. A watermark in the pixels cannot be seen. It leads back to the picture even after the file was converted, made smaller or cut a little.`}
          </p>
          <p>
            {t`“AI-generated” on a picture’s page means that an AI model drew it. “Procedural” means that a program drew it by rules, without a trained model. Neither is a photograph. People and places in such pictures may look real, but the scenes did not happen.`}
          </p>
          <p>
            {t`Marks can be removed by somebody who tries. A picture without marks may still have been made by AI, and a manifest only shows who signed it and what that signer says.`}
          </p>
        </section>
      </div>
    </>
  );
}
