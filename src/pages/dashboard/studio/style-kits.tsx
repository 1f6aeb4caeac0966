import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useState } from "react";
import { redirect, useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink, IconButton } from "#app/ui/button.tsx";
import { firstClick } from "#app/ui/first-click.ts";
import { ModalDialog } from "#app/ui/modal-dialog.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { SteadyLabel } from "#app/ui/steady-label.tsx";
import { showToast } from "#app/ui/toast.ts";
import { listKits, type StyleKit } from "#app/features/generation/queries/kits.ts";
import { api } from "#app/features/generation/ui/api.ts";
import { KitBars, KitShot } from "#app/features/generation/ui/kit-card.tsx";
import { KitBoard } from "#app/features/generation/ui/kit-board.tsx";
import { emptyKit, KitForm, type KitDraft } from "#app/features/generation/ui/kit-form.tsx";
import "#app/features/generation/ui/colour-bars.css";
import "#app/ui/dialog.css";
import { readPictures } from "./read-pictures.ts";
import "./style-kits.css";

export function loader({ request, context }: LoaderFunctionArgs) {
  return pageData(context, async ({ db }, actor) => {
    if (actor.role === "guest") {
      throw redirect(paths.login({ next: new URL(request.url).pathname }));
    }
    return listKits(db, actor);
  });
}

function KitShots({ kit }: { kit: StyleKit }) {
  return (
    <div className="kit-shots">
      {kit.shots.length > 1 ? (
        kit.shots.map((src) => <img key={src} alt="" src={src} loading="lazy" decoding="async" />)
      ) : (
        <KitShot kit={kit} />
      )}
    </div>
  );
}

type CardProps = { kit: StyleKit; onEdit?: () => void };

function OwnActions({ kit, onEdit }: CardProps) {
  const param = { id: kit.id };
  const done = kit.isShared ? t`The kit is yours alone now` : t`The kit is shared with everybody`;
  const sharing = useMutation(
    () => api.patch("/api/style-kits/:id", { param, json: { isShared: !kit.isShared } }),
    { reloads: true, onDone: () => void showToast("success", done) },
  );
  const removal = useMutation(() => api.delete("/api/style-kits/:id", { param }), {
    reloads: true,
    onDone: () => void showToast("success", t`The kit is deleted`),
  });
  return (
    <>
      <Button look="quiet" size="small" onClick={onEdit}>
        {t`Edit`}
      </Button>
      <Button look="quiet" size="small" disabled={sharing.busy} onClick={() => void sharing.run()}>
        <SteadyLabel
          texts={[t`Share`, t`Stop sharing`]}
          shown={kit.isShared ? t`Stop sharing` : t`Share`}
        />
      </Button>
      <Button
        look="quiet"
        size="small"
        danger
        disabled={removal.busy}
        onClick={firstClick(() => void removal.run())}
      >
        {t`Delete`}
      </Button>
    </>
  );
}

function KitCard(props: CardProps) {
  const { kit } = props;
  const { run: duplicate, busy } = useMutation(
    () => api.post("/api/style-kits", { json: { kit: kit.id } }),
    {
      reloads: true,
      onDone: ({ name }) => void showToast("success", t`“${name}” is yours to change`),
    },
  );
  return (
    <article className="kit-card" aria-label={kit.name}>
      <KitShots kit={kit} />
      <KitBars palette={kit.palette} className="bars-wide" />
      <KitBoard board={kit.board} />
      <div className="flex items-center justify-between gap-3">
        <h3 className="title-small min-w-0 truncate">{kit.name}</h3>
        <ButtonLink
          look="soft"
          size="small"
          to={paths.studio({ kit: kit.id })}
          aria-label={t`Use kit ${kit.name}`}
        >
          {t`Use kit`}
        </ButtonLink>
      </div>
      <dl className="kit-facts">
        <dt>{t`Materials`}</dt>
        <dd>{kit.material || t`any`}</dd>
        <dt>{t`Lighting`}</dt>
        <dd>{kit.lighting || t`any`}</dd>
        <dt>{t`Camera`}</dt>
        <dd>{kit.camera || t`any`}</dd>
        {kit.kind === "shared" && kit.creator && (
          <>
            <dt>{t`By`}</dt>
            <dd>{kit.creator.name}</dd>
          </>
        )}
      </dl>
      <div className="-ms-3 flex flex-wrap">
        {kit.kind === "own" && <OwnActions {...props} />}
        <Button look="quiet" size="small" disabled={busy} onClick={() => void duplicate()}>
          {t`Duplicate`}
        </Button>
      </div>
    </article>
  );
}

/** The kit in the form; null for a new one. */
type Edited = { kit: StyleKit | null };

export default function StyleKits() {
  const { own, curated, shared } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<Edited | null>(null);
  const groups = [
    [t`Yours`, own],
    [t`Curated`, curated],
    [t`Shared by others`, shared],
  ] as const;

  function send({ board, ...words }: KitDraft) {
    const { kit } = edited ?? {};
    const draft = { ...words, board: board.map(({ id, role }) => ({ pictureId: id, role })) };
    return kit
      ? api.patch("/api/style-kits/:id", { param: { id: kit.id }, json: draft })
      : api.post("/api/style-kits", { json: draft });
  }
  function saved() {
    setEdited(null);
    void revalidate();
  }

  return (
    <>
      <PageHead title={t`Style kits`} />
      <header className="mb-5 flex flex-wrap items-center gap-4">
        <h1 className="title-large">{t`Style kits`}</h1>
        <span className="text-ink-2 max-md:hidden">
          {t`Palette, materials, lighting and camera, ready to use`}
        </span>
        <Button
          look="primary"
          size="small"
          className="ms-auto"
          onClick={() => setEdited({ kit: null })}
        >
          <PlusIcon size={16} />
          {t`New kit`}
        </Button>
      </header>
      {groups.map(([title, kits]) =>
        kits.length === 0 ? null : (
          <section key={title} className="mb-10" aria-label={title}>
            <h2 className="label mb-3">{title}</h2>
            <div className="kits">
              {kits.map((kit) => (
                <KitCard key={kit.id} kit={kit} onEdit={() => setEdited({ kit })} />
              ))}
            </div>
          </section>
        ),
      )}
      <ModalDialog shown={edited} onClose={() => setEdited(null)} labelledBy="kit-title">
        {({ kit }) => (
          <div className="dialog-body">
            <h2 className="title-medium mb-5 pe-10" id="kit-title">
              {kit ? t`Change the kit` : t`A new kit`}
            </h2>
            <IconButton className="dialog-close" label={t`Close`} onClick={() => setEdited(null)}>
              <XIcon size={20} />
            </IconButton>
            <KitForm
              kit={kit ? draftOf(kit) : emptyKit}
              send={send}
              onDone={saved}
              readPictures={readPictures}
            />
          </div>
        )}
      </ModalDialog>
    </>
  );
}

function draftOf({ name, palette, material, lighting, camera, board }: StyleKit): KitDraft {
  return { name, palette: [...palette], material, lighting, camera, board };
}
