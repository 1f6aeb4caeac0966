import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  useRevalidator,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { t } from "#app/language/message.ts";
import { images } from "#app/rules/counted.ts";
import { actorContext, servicesContext } from "#app/context.ts";
import { pageData } from "#app/page-data.ts";
import { formAction, sendForm } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { apiClient } from "#app/ui/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import type { FormAnswer } from "#app/ui/form.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { ownCollections } from "#app/features/collections/queries.ts";
import { api, type CollectionRoutes } from "#app/features/collections/ui/api.ts";
import {
  chooseDefinition,
  newCollectionDefinition,
} from "#app/features/collections/ui/collect-definitions.ts";
import { pictureByAddress } from "#app/features/pictures/queries.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Link } from "#app/ui/link.tsx";

type Args = Pick<LoaderFunctionArgs, "params" | "context">;

/** The picture in the URL; a signed-out visitor signs in first. */
async function pictureOf({ params, context }: Args) {
  const actor = context.get(actorContext);
  const { db } = context.get(servicesContext);
  const address = params.address ?? "";
  if (actor.role === "guest") throw redirect(paths.login({ next: paths.collect(address) }));
  const picture = await pictureByAddress(db, address, actor, { includeUnapproved: true });
  if (picture === null) throw data(null, { status: 404 });
  return { picture, userId: actor.userId, db };
}

/** The member's collections and whether each contains the picture: the dialog for visitors without JavaScript. */
export function loader(args: LoaderFunctionArgs) {
  return pageData(args.context, async () => {
    const { picture, userId, db } = await pictureOf(args);
    const collections = await ownCollections(db, userId, { pictureId: picture.id });
    const { id, slug, title } = picture;
    return { picture: { id, slug, title }, collections };
  });
}

export function action(args: ActionFunctionArgs) {
  return formAction(args, async (typed, transport, goOn) => {
    const { picture } = await pictureOf(args);
    const definition = typed.form === "choose" ? chooseDefinition : newCollectionDefinition;
    const client = apiClient<CollectionRoutes>(transport);
    return sendForm(definition(picture.id), typed, client, () => goOn(paths.collect(picture.slug)));
  });
}

function NewCollection({ pictureId }: { pictureId: string }) {
  const { revalidate } = useRevalidator();
  const { busy, errors, refusal, typed, form } = useForm(newCollectionDefinition(pictureId), api, {
    async onDone(_, __, element) {
      element.reset();
      await revalidate();
    },
  });
  return (
    <form className="mt-8 flex flex-col items-start gap-3" {...form}>
      <Field
        label={t`New collection`}
        name="name"
        required
        maxLength={100}
        defaultValue={typed.name}
        error={errors.name ?? refusal}
      />
      <SubmitButton label={t`Create and collect`} busyLabel={t`Creating`} busy={busy} />
    </form>
  );
}

export default function Collect() {
  const { picture, collections } = useLoaderData<typeof loader>();
  const answered = useActionData() as FormAnswer | undefined;
  const refusal = answered?.form === "choose" ? answered.refusal : null;
  return (
    <div className="mx-auto max-w-[560px] px-(--page) pt-6">
      <PageHead title={t`Collect ${picture.title}`} />
      <h1 className="title-large wrap-anywhere">{t`Collect ${picture.title}`}</h1>
      <p className="mt-2">
        <Link className="link" to={paths.picture(picture.slug)}>
          {t`Back to the image`}
        </Link>
      </p>
      {refusal && <Alert className="mt-4">{refusal}</Alert>}
      {collections.length === 0 && (
        <p className="mt-6 text-ink-2">
          {t`Name your first collection below. It is private until you publish it.`}
        </p>
      )}
      {collections.length > 0 && (
        <ul className="mt-6 flex flex-col gap-2" aria-label={t`Your collections`}>
          {collections.map(({ id, name, has, count }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span className="min-w-0 truncate">{name}</span>
              <span className="flex items-center gap-3 text-13 text-ink-2">
                {images(count)}
                <PostForm
                  action={paths.collect(picture.slug)}
                  values={{ form: "choose", collection: id, on: String(!has) }}
                >
                  <Button
                    type="submit"
                    look="soft"
                    size="small"
                    aria-label={has ? t`Remove from ${name}` : t`Collect in ${name}`}
                  >
                    {has ? t`Remove` : t`Collect`}
                  </Button>
                </PostForm>
              </span>
            </li>
          ))}
        </ul>
      )}
      <NewCollection pictureId={picture.id} />
    </div>
  );
}
