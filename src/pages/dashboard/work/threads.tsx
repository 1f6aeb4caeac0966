import { MagnifyingGlassMinusIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlassMinus";
import { MagnifyingGlassPlusIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlassPlus";
import { RowsIcon } from "@phosphor-icons/react/dist/csr/Rows";
import { TreeStructureIcon } from "@phosphor-icons/react/dist/csr/TreeStructure";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useEffect, useMemo, useRef, useState, type CSSProperties } from "react";
import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { locale, plural, t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ModalDialog } from "#app/ui/modal-dialog.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { useSite } from "#app/ui/site.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import {
  listThreads,
  threadOf,
  type Thread,
  type ThreadEntry,
} from "#app/features/generation/queries/threads.ts";
import { Compare } from "#app/features/pictures/ui/compare.tsx";
import { ThreadBranches } from "#app/features/generation/ui/thread-branches.tsx";
import { ThreadDetail } from "#app/features/generation/ui/thread-detail.tsx";
import { placeTile } from "#app/features/generation/ui/thread-pictures.ts";
import { placeName } from "#app/features/generation/ui/thread-node.tsx";
import { ThreadTree, type TreeHandle } from "#app/features/generation/ui/thread-tree.tsx";
import { useOfferedList } from "#app/features/pictures/ui/picture-lists.ts";
import { Link } from "#app/ui/link.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "#app/features/generation/ui/thumb.css";
import "#app/ui/dialog.css";
import "./threads.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  return pageData(context, async ({ db }, actor) => {
    if (actor.role === "guest") throw redirect(paths.login({ next: pathname + search }));
    const threads = await listThreads(db, actor);
    const wished = searchParams.get("root");
    const root = wished ?? threads[0]?.root;
    const thread = root === undefined ? null : await threadOf(db, actor, root);
    return {
      threads,
      thread,
      at: searchParams.get("at"),
      view: searchParams.get("view") === "list" ? ("list" as const) : null,
      missing: wished !== null && thread === null,
    };
  });
}

const clock = new Intl.DateTimeFormat(locale("en-GB"), { day: "numeric", month: "short" });

function Entry({ entry, current }: { entry: ThreadEntry; current: boolean }) {
  const { imageHost } = useSite();
  const hydrated = useHydrated();
  const { root, cover, title, branches, casts } = entry;
  const src =
    entry.uploadId === null
      ? cover && imageAddress(imageHost, cover.slug, { width: 300, format: "webp" })
      : paths.api.uploadPicture(entry.uploadId);
  return (
    <li>
      <Link
        className="thread-entry"
        to={paths.threads({ root })}
        aria-current={current ? "page" : undefined}
      >
        <span className="thumb" style={{ "--ph": cover?.colors[0] } as CSSProperties}>
          {src && <img alt="" src={src} loading="lazy" decoding="async" />}
        </span>
        <span className="min-w-0 flex-1">
          <b className="block truncate font-[580]">{title}</b>
          <span className="text-12 text-ink-3">
            {plural(branches, "1 branch", "# branches")}, {plural(casts, "1 picture", "# pictures")}
          </span>
        </span>
        <time className="text-12 whitespace-nowrap text-ink-3" dateTime={entry.latestAt}>
          {hydrated && clock.format(new Date(entry.latestAt))}
        </time>
      </Link>
    </li>
  );
}

/** Whether the frame is wide enough for a tree; false until hydration, which shows the list. */
function useWide(): boolean {
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const query = matchMedia("(min-width: 768px)");
    const read = () => setWide(query.matches);
    read();
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, []);
  return wide;
}

type ShownProps = { thread: Thread; at: string | null; view: "list" | null };

function ShownThread({ thread, at, view }: ShownProps) {
  const { imageHost } = useSite();
  const { nodes, title, root, truncated } = thread;
  const newest = nodes.reduce((a, b) => ((b.createdAt ?? "") > (a.createdAt ?? "") ? b : a));
  const [selected, setSelected] = useState(at ?? newest.id);
  const [comparing, setComparing] = useState(false);
  const [pair, setPair] = useState<[string, string] | null>(null);
  const listName = `thread ${root}`;
  const pictures = useMemo(() => nodes.flatMap((one) => placeTile(one) ?? []), [nodes]);
  useOfferedList(listName, { pictures, more: null });
  const tree = useRef<TreeHandle>(null);
  const isTree = useWide() && view === null;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const node = byId.get(selected) ?? nodes[0];

  function select(id: string) {
    if (comparing && id !== selected && byId.get(id)?.picture) {
      setComparing(false);
      setPair([selected, id]);
      return;
    }
    setSelected(id);
  }
  const side = (id: string) => {
    const one = byId.get(id);
    const slug = one?.picture?.slug ?? "";
    return {
      alt: one ? placeName(one) : "",
      src: imageAddress(imageHost, slug, { width: 1024, format: "webp" }),
    };
  };
  return (
    <section className="canvas" aria-label={t`Thread: ${title}`}>
      <div className="canvas-head">
        <h2 className="title-small min-w-0 flex-1 truncate">{title}</h2>
        <SegmentNav label={t`Form`} small>
          <Link
            to={paths.threads({ root, at: selected })}
            aria-current={isTree ? "page" : undefined}
          >
            <TreeStructureIcon size={16} />
            {t`Tree`}
          </Link>
          <Link
            to={paths.threads({ root, at: selected, view: "list" })}
            aria-current={isTree ? undefined : "page"}
          >
            <RowsIcon size={16} />
            {t`List`}
          </Link>
        </SegmentNav>
        {isTree && (
          <>
            <IconButton
              size="small"
              label={t`Zoom out`}
              onClick={() => tree.current?.zoom(1 / 1.25)}
            >
              <MagnifyingGlassMinusIcon size={18} />
            </IconButton>
            <IconButton size="small" label={t`Zoom in`} onClick={() => tree.current?.zoom(1.25)}>
              <MagnifyingGlassPlusIcon size={18} />
            </IconButton>
          </>
        )}
      </div>
      {truncated && (
        <p className="px-5 text-12h text-ink-3">{t`Only the first 2,000 pictures are shown.`}</p>
      )}
      {isTree ? (
        <ThreadTree
          title={title}
          nodes={nodes}
          selected={node.id}
          onSelect={select}
          follows={!comparing}
          handle={tree}
        />
      ) : (
        <ThreadBranches nodes={nodes} selected={node.id} onSelect={select} />
      )}
      <ThreadDetail
        node={node}
        parent={node.parentId === null ? undefined : byId.get(node.parentId)}
        list={listName}
        comparing={comparing}
        onCompare={() => setComparing(!comparing)}
      />
      <ModalDialog shown={pair} onClose={() => setPair(null)} labelledBy="compare-title">
        {([one, other]) => (
          <div className="dialog-body">
            <h2 className="title-small mb-4 pe-10" id="compare-title">
              {t`${side(one).alt} and ${side(other).alt}`}
            </h2>
            <IconButton className="dialog-close" label={t`Close`} onClick={() => setPair(null)}>
              <XIcon size={20} />
            </IconButton>
            <Compare
              before={side(one)}
              after={side(other)}
              width={byId.get(one)?.width ?? 1}
              height={byId.get(one)?.height ?? 1}
            />
          </div>
        )}
      </ModalDialog>
    </section>
  );
}

export default function Threads() {
  const { threads, thread, at, view, missing } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t`Threads`} />
      <div className="threads">
        <aside className="thread-list" aria-label={t`Threads`}>
          <h1 className="title-large mb-3.5">{t`Threads`}</h1>
          {threads.length > 0 && (
            <ul>
              {threads.map((entry) => (
                <Entry key={entry.root} entry={entry} current={entry.root === thread?.root} />
              ))}
            </ul>
          )}
        </aside>
        {thread ? (
          <ShownThread key={thread.root} thread={thread} at={at} view={view} />
        ) : (
          <EmptyState title={missing ? t`No such thread` : t`No threads yet`}>
            {missing
              ? t`Its pictures were removed or made private.`
              : t`Remix a picture: what comes of it branches from it here.`}{" "}
            <Link className="link" to={missing ? paths.threads() : paths.studio()}>
              {missing ? t`Show your threads` : t`Go to the studio`}
            </Link>
          </EmptyState>
        )}
      </div>
    </>
  );
}
