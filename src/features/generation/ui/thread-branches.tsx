import { useMemo } from "react";
import { t } from "#app/language/message.ts";
import { credits } from "#app/rules/counted.ts";
import type { ThreadNode } from "../queries/threads.ts";
import { PlacePicture, placeName } from "./thread-node.tsx";
import "./thread-branches.css";
import "./thumb.css";

type BranchesProps = {
  nodes: readonly ThreadNode[];
  selected: string;
  onSelect: (id: string) => void;
};

/** Maximum indentation depth of the lists. */
const deepest = 6;

/** The secondary text of a node. */
export function placeFacts(node: ThreadNode): string[] {
  const { picture } = node;
  if (picture === null) return [];
  return [
    ...(node.parentId === null ? [t`source`] : []),
    ...(picture.isEdit ? [t`edited`] : []),
    ...(picture.strength === null ? [] : [t`strength ${Math.round(picture.strength * 100)}`]),
    ...(node.cost === null ? [] : [credits(node.cost)]),
    ...(picture.engine === null ? [] : [picture.engine]),
    ...(picture.isOwn ? [] : [t`by ${picture.creator.name}`]),
    ...(picture.isPublic ? [] : [t`private`]),
  ];
}

/** The thread as nested lists, which work without JavaScript. */
export function ThreadBranches({ nodes, selected, onSelect }: BranchesProps) {
  const children = useMemo(() => {
    const known = new Set(nodes.map(({ id }) => id));
    return Map.groupBy(nodes, ({ parentId }) =>
      parentId !== null && known.has(parentId) ? parentId : null,
    );
  }, [nodes]);

  function branch(node: ThreadNode, depth: number) {
    const below = children.get(node.id) ?? [];
    return (
      <li key={node.id}>
        <button
          type="button"
          className="branch"
          aria-current={node.id === selected}
          onClick={() => onSelect(node.id)}
        >
          <span className="thumb">
            <PlacePicture node={node} width={300} />
          </span>
          <span className="min-w-0">
            <b className="block font-[560]">{placeName(node)}</b>
            <span className="facts-line">
              {placeFacts(node).map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          </span>
        </button>
        {below.length > 0 && (
          <ul className={depth < deepest ? undefined : "branches-flat"}>
            {below.map((one) => branch(one, depth + 1))}
          </ul>
        )}
      </li>
    );
  }
  return (
    <div className="branch-list">
      <ul className="branches-flat">{(children.get(null) ?? []).map((node) => branch(node, 0))}</ul>
    </div>
  );
}
