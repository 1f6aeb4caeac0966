import { lazy, Suspense, useState } from "react";
import { useLoaderData, useNavigate, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { ownCollections } from "#app/features/collections/queries.ts";
import { CollectionGrid } from "#app/features/collections/ui/collection-grid.tsx";

const load = () => import("#app/features/collections/ui/collection-form.tsx");
const CollectionForm = lazy(async () => ({ default: (await load()).CollectionForm }));

/** The member's own collections. See docs/product.md 2.3. */
export function loader({ context }: LoaderFunctionArgs) {
  return pageData(context, async ({ db }, { userId }) => {
    if (userId === null) throw new AppError("unauthenticated");
    return { collections: await ownCollections(db, userId) };
  });
}

export default function OwnCollections() {
  const { collections } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const [making, setMaking] = useState<boolean | null>(null);
  const make = (
    <Button look="primary" onPointerEnter={() => void load()} onClick={() => setMaking(true)}>
      <Icon name="plus" size={18} />
      {t`New collection`}
    </Button>
  );
  return (
    <>
      <PageHead title={t`Collections`} />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="title-large">{t`Collections`}</h1>
        {collections.length > 0 && make}
      </div>
      {collections.length > 0 ? (
        <CollectionGrid collections={collections} direct />
      ) : (
        <EmptyState title={t`No collections yet`} action={make}>
          {t`Private sets of images that belong together, until you publish them.`}
        </EmptyState>
      )}
      {making !== null && (
        <Suspense>
          <CollectionForm
            collection={null}
            open={making}
            onClose={() => setMaking(false)}
            onSaved={({ id, owner }) => void navigate(paths.collection(owner.username, id))}
          />
        </Suspense>
      )}
    </>
  );
}
