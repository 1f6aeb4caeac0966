import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { editOfStored } from "#app/rules/edit-document.ts";
import { sizeFault } from "#app/rules/edit-limits.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { castById } from "#app/features/generation/queries.ts";
import { listEngines } from "#app/features/generation/queries/engines.ts";
import { listKits } from "#app/features/generation/queries/kits.ts";
import { editOfPicture } from "#app/features/generation/queries/masks.ts";
import { offeredTo } from "#app/features/generation/queries/own-engines.ts";
import { sourceOf } from "#app/features/generation/queries/source.ts";
import { draftOfCast } from "#app/features/generation/ui/draft.ts";
import { EditHead } from "#app/features/generation/ui/edit-head.tsx";
import { PictureEditor } from "#app/features/generation/ui/picture-editor.tsx";
import { readPictures } from "./read-pictures.ts";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

/** How long the page waits for an engine's capabilities, in ms; the browser then asks again. */
const engineWaitMs = 600;

export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const [sourceId, uploadId, castId, reuseId, likeId] = [
    "source",
    "upload",
    "cast",
    "reuse",
    "like",
  ].map((key) => searchParams.get(key));
  return pageData(context, async (services, actor) => {
    const { db } = services;
    if (actor.role === "guest") throw redirect(paths.login({ next: pathname + search }));
    const own = (id: string | null) => (id === null ? null : castById(db, actor.userId, id));
    const [engines, source, kits, shown, reused, like] = await Promise.all([
      listEngines(services, { waitMs: engineWaitMs, health: false }).then((engines) =>
        offeredTo(services, actor, engines),
      ),
      sourceOf(db, actor, { sourceId, uploadId }),
      listKits(db, actor),
      own(castId),
      own(reuseId),
      likeId !== null && isUuid(likeId) ? editOfPicture(db, actor.userId, likeId) : null,
    ]);
    return {
      memberId: actor.userId,
      source,
      wished: sourceId !== null || uploadId !== null,
      engines,
      kits: [...kits.own, ...kits.curated, ...kits.shared],
      shown,
      reused,
      like,
      hasHelp: services.promptHelper !== null,
    };
  });
}

function Nothing({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState
      title={title}
      action={<ButtonLink look="soft" to={paths.castLog()}>{t`To the cast log`}</ButtonLink>}
    >
      {children}
    </EmptyState>
  );
}

export default function Edit() {
  const { source, wished, reused, like, ...loaded } = useLoaderData<typeof loader>();
  const fault = source && sizeFault(source);
  const edit = reused?.edit ?? like;
  const start = edit && { edit: editOfStored(edit), draft: reused && draftOfCast(reused) };
  return (
    <>
      <PageHead title={source ? t`Edit ${source.title}` : t`Edit`} />
      {(!source || fault) && <EditHead title={source?.title} />}
      {!source && (
        <Nothing title={wished ? t`The picture is not here` : t`No picture to edit`}>
          {wished
            ? t`It was removed or made private.`
            : t`Press Edit on a picture, and mark what is to change.`}
        </Nothing>
      )}
      {fault && <Nothing title={t`This picture is too large to edit`}>{fault}</Nothing>}
      {source && !fault && (
        <PictureEditor
          key={source.id}
          {...loaded}
          source={source}
          start={start || null}
          readPictures={readPictures}
        />
      )}
    </>
  );
}
