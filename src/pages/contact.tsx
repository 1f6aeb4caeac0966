import {
  data,
  useLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { t } from "#app/language/message.ts";
import { actorContext } from "#app/context.ts";
import { pageData } from "#app/page-data.ts";
import { formAction, sendForm } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { contactKindOf, contactKinds, type ContactKind } from "#app/rules/contact-kinds.ts";
import { apiClient } from "#app/ui/api-client.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { useSite } from "#app/ui/site.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { Addresses } from "#app/features/content/ui/article.tsx";
import type { ContentRoutes } from "#app/features/content/ui/api.ts";
import { contactDefinition } from "#app/features/content/ui/contact-definition.ts";
import { ContactForm, ContactSent } from "#app/features/content/ui/contact-form.tsx";
import { contactLabels, contactStarts } from "#app/features/content/ui/contact-labels.ts";
import { Link } from "#app/ui/link.tsx";
import "#app/features/content/ui/prose.css";
import "./contact.css";

const addressOf = (kind: ContactKind, options: { sent?: "yes" } = {}) =>
  kind === "contact" ? paths.contact(options) : paths.contactForm(kind, options);

/** The forms that send a message to the operator: contact, idea, bug, feature, commission. See docs/product.md 2.7. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const kind = contactKindOf(params.kind);
  return pageData(context, async () => {
    if (kind === null) throw data(null, { status: 404 });
    return { kind };
  });
}

/** Handles the form when it is sent without JavaScript. */
export function action(args: ActionFunctionArgs) {
  const kind = contactKindOf(args.params.kind);
  if (kind === null) throw data(null, { status: 404 });
  const { userId } = args.context.get(actorContext);
  const definition = contactDefinition(kind, userId === null);
  return formAction(args, (typed, transport, goOn) =>
    sendForm(definition, typed, apiClient<ContentRoutes>(transport), () =>
      goOn(addressOf(kind, { sent: "yes" })),
    ),
  );
}

export default function Contact() {
  const { kind } = useLoaderData<typeof loader>();
  const member = useMember();
  const [query] = useSearchParams();
  const wasSent = query.get("sent") === "yes";
  const start = query.get("about") === "credits" ? contactStarts.credits : undefined;
  const { appName } = useSite();
  const { title, lead } = contactLabels[kind];
  const said = lead(appName);
  return (
    <>
      <PageHead title={title} description={said} />
      <Addresses path={addressOf(kind)} />
      <div className="contact">
        <header>
          <h1 className="title-xl">{title}</h1>
          <p className="prose-lead">{said}</p>
        </header>
        {wasSent ? (
          <ContactSent
            answerTo={member?.email ?? t`the address that you gave`}
            again={
              <ButtonLink look="soft" size="small" to={addressOf(kind)}>
                {t`Write another`}
              </ButtonLink>
            }
          />
        ) : (
          <ContactForm key={kind} kind={kind} member={member} start={start} />
        )}
        <nav aria-label={t`Other forms`}>
          <h2 className="label">{t`About something else?`}</h2>
          <ul>
            {contactKinds
              .filter((other) => other !== kind)
              .map((other) => (
                <li key={other}>
                  <Link className="link" to={addressOf(other)}>
                    {contactLabels[other].short}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </>
  );
}
