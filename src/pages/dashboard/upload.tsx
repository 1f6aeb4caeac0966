import { UploadSimpleIcon } from "@phosphor-icons/react/dist/csr/UploadSimple";
import { useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { plural, t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { showToast } from "#app/ui/toast.ts";
import { draftQuery, queryOf } from "#app/features/admin/inputs.ts";
import { DraftCard } from "#app/features/admin/ui/draft-card.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { UploadRow } from "#app/features/admin/ui/upload-row.tsx";
import { useUploads } from "#app/features/admin/ui/uploads.ts";
import { useDraftList } from "#app/features/admin/ui/use-draft-list.ts";
import { ownDrafts } from "#app/features/pictures/queries.ts";
import "./upload.css";

const draftsAPage = 100;

/** Bulk upload; pictures are private until they are published. See docs/product.md 2.13. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db, vision }, admin) => {
    const { cursor } = queryOf(request, draftQuery);
    const { items, next } = await ownDrafts(db, admin.userId, { cursor, limit: draftsAPage });
    const isFirst = cursor === undefined;
    return { drafts: items, next, isFirst, analyses: vision.has("moderation") };
  });
}

/** Takes files by drop, by press and by keyboard. */
function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);
  return (
    <div
      className="drop"
      data-over={over || undefined}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <UploadSimpleIcon size={28} className="text-ink-2" aria-hidden />
      <b className="font-semibold">{t`Drop images here, or press to choose`}</b>
      <span className="text-13 text-ink-2">
        {t`JPEG, PNG, WebP or AVIF, up to 20 MB each. Generation details in the file are read automatically.`}
      </span>
      <FileInput
        cover
        aria-label={t`Images to upload`}
        accept="image/jpeg,image/png,image/webp,image/avif"
        multiple
        onFiles={onFiles}
      />
    </div>
  );
}

export default function Upload() {
  const { drafts, next, isFirst, analyses } = useLoaderData<typeof loader>();
  const { uploads, add, retry, dismiss } = useUploads((name) => {
    void showToast("message", t`${name} is a draft already`);
  });
  const list = useDraftList(drafts);
  const address = (cursor: string | null) => paths.dashboardPage("upload", { cursor });
  return (
    <>
      <PageHead title={t`Upload`} />
      <h1 className="title-large">{t`Upload`}</h1>
      <DropZone onFiles={add} />
      <ul className="uploads" aria-label={t`Files on their way`} aria-live="polite">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onRetry={() => retry(upload)}
            onDismiss={() => dismiss(upload)}
          />
        ))}
      </ul>
      {drafts.length > 0 && (
        <section aria-labelledby="drafts">
          <div className="drafts-head">
            <h2 className="title-small" id="drafts">
              {plural(drafts.length, "# image to publish", "# images to publish")}
            </h2>
            <p className="text-13 text-ink-2">
              {t`Only you see them. Edits are saved when you leave a field.`}
            </p>
            <Button look="primary" disabled={list.busy} onClick={() => void list.publishAll()}>
              {t`Publish all ${drafts.length}`}
            </Button>
          </div>
          {list.unpublished > 0 && (
            <Alert icon className="mb-3">
              {plural(
                list.unpublished,
                "# image could not be published: correct what is marked.",
                "# images could not be published: correct what is marked.",
              )}
            </Alert>
          )}
          <ul className="drafts">
            {drafts.map((draft) => (
              <DraftCard
                key={draft.id}
                draft={draft}
                analyses={analyses}
                busy={list.busy}
                onMount={list.mount}
                onPublish={() => void list.publish([draft.id])}
                onApprove={() => void list.approve(draft.id)}
                onRemove={() => void list.remove(draft.id)}
              />
            ))}
          </ul>
        </section>
      )}
      <Pager first={isFirst ? null : address(null)} next={next && address(next)} />
    </>
  );
}
