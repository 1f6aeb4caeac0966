import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { useSite } from "#app/ui/site.ts";
import type { ThreadNode } from "../queries/threads.ts";
import type { CSSProperties } from "react";
import "./thread-tree.css";

const absent = { gap: t`Deleted`, hidden: t`Private`, upload: t`Upload`, picture: "" };

/** The label of a node: what changed, or why no picture is shown. */
export function placeName(node: ThreadNode): string {
  if (node.kind === "upload") return t`Your upload`;
  if (node.picture === null) return node.kind === "gap" ? t`Deleted picture` : t`Private picture`;
  return node.parentId === null ? t`Source: ${node.picture.title}` : node.label;
}

/** The picture of a node, or a label if it is not shown. */
export function PlacePicture({ node, width = 300 }: { node: ThreadNode; width?: number }) {
  const { imageHost } = useSite();
  const { picture } = node;
  const src =
    node.kind === "upload"
      ? paths.api.uploadPicture(node.id)
      : picture && imageAddress(imageHost, picture.slug, { width, format: "webp" });
  if (!src) return <span className="tree-place">{absent[node.kind]}</span>;
  return (
    <img
      alt=""
      src={src}
      loading="lazy"
      decoding="async"
      draggable={false}
      style={{ "--ph": picture?.colors[0] } as CSSProperties}
    />
  );
}
