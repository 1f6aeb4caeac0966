import { data, Link, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { contactKindOf, contactKinds, type ContactKind } from "#app/rules/contact-kinds.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { useSite } from "#app/ui/site.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { Addresses } from "#app/features/content/ui/article.tsx";
import { ContactForm } from "#app/features/content/ui/contact-form.tsx";
import { contactWords } from "#app/features/content/ui/contact-words.ts";
import "#app/features/content/ui/prose.css";
import "./contact.css";

const addressOf = (kind: ContactKind) =>
  kind === "contact" ? paths.contact() : paths.contactForm(kind);

/** The forms that reach the operator: contact, idea, bug, feature, commission. See docs/product.md 2.7. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const kind = contactKindOf(params.kind);
  return pageData(context, async () => {
    if (kind === null) throw data(null, { status: 404 });
    return { kind };
  });
}

export default function Contact() {
  const { kind } = useLoaderData<typeof loader>();
  const member = useMember();
  const { appName } = useSite();
  const { title, lead } = contactWords[kind];
  const said = lead.replaceAll("{site}", () => appName);
  return (
    <>
      <PageHead title={title} description={said} />
      <Addresses path={addressOf(kind)} />
      <div className="contact">
        <header>
          <h1 className="h-xl">{title}</h1>
          <p className="prose-lead">{said}</p>
        </header>
        <ContactForm key={kind} kind={kind} member={member} />
        <nav aria-label="Other forms">
          <h2 className="lbl">About something else?</h2>
          <ul>
            {contactKinds
              .filter((other) => other !== kind)
              .map((other) => (
                <li key={other}>
                  <Link className="link" to={addressOf(other)}>
                    {contactWords[other].short}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </>
  );
}
