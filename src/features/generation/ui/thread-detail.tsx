import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";

import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { written } from "#app/ui/written.ts";
import { PictureLink } from "#app/features/pictures/ui/picture-link.tsx";
import type { ThreadNode } from "../queries/threads.ts";
import { placeTile } from "./thread-pictures.ts";
import { placeFacts } from "./thread-branches.tsx";
import { PlacePicture, placeName } from "./thread-node.tsx";
import "./thread-detail.css";
import "./thumb.css";

type DetailProps = {
  node: ThreadNode;
  parent: ThreadNode | undefined;
  /** Name of the list of pictures that the dialog steps through. */
  list: string;
  /** Whether the next selected node is the second one of a comparison. */
  comparing: boolean;
  onCompare: () => void;
};

/** Details and actions of the selected node. */
export function ThreadDetail({ node, parent, list, comparing, onCompare }: DetailProps) {
  const { picture } = node;
  const tile = placeTile(node);
  const place = node.kind === "upload" ? { upload: node.id } : { source: node.id };
  const facts = [...(parent ? [t`from ${placeName(parent)}`] : []), ...placeFacts(node)];
  return (
    <section className="thread-detail" aria-label={t`Chosen picture`}>
      <span className="thumb">
        <PlacePicture node={node} width={300} />
      </span>
      <div className="thread-words">
        <b className="block truncate font-[580]">{placeName(node)}</b>
        {picture?.prompt && (
          <p {...written} className="line-clamp-2 text-13 text-ink-2">
            {picture.prompt}
          </p>
        )}
        <span className="facts-line">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
        {comparing && (
          <output className="block text-13 text-patina">{t`Choose the other picture.`}</output>
        )}
      </div>
      {tile && (
        <>
          <PictureLink
            className={buttonClass({ look: "quiet", size: "small" })}
            list={list}
            picture={tile}
          >
            {t`Open picture`}
          </PictureLink>
          <Button look="quiet" size="small" aria-pressed={comparing} onClick={onCompare}>
            {t`Compare`}
          </Button>
        </>
      )}
      {(picture || node.kind === "upload") && (
        <>
          <ButtonLink look="quiet" size="small" to={paths.edit(place)}>
            {t`Edit`}
          </ButtonLink>
          {picture?.hasMask && parent?.kind === "picture" && (
            <ButtonLink
              look="quiet"
              size="small"
              to={paths.edit({ source: parent.id, like: node.id })}
            >
              {t`Change the mask`}
            </ButtonLink>
          )}
          <ButtonLink look="primary" size="small" to={paths.studio(place)}>
            <GitBranchIcon size={16} />
            {t`Branch from here`}
          </ButtonLink>
        </>
      )}
    </section>
  );
}
