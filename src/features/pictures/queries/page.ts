import type { Moderation } from "#app/adapters/vision/port.ts";
import type { Actor } from "#app/lib/actor.ts";
import type { EditShape } from "#app/rules/edit-limits.ts";
import type { Params } from "#app/rules/engine-params.ts";
import { aspectShape, type Shape } from "#app/rules/aspect-shape.ts";
import { formatOfKey, type OriginalFormat } from "#app/rules/picture-files.ts";
import { canSeeHidden } from "../policy.ts";
import { toWallPicture, wallRows, type Db, type WallPicture } from "./rows.ts";

/** How a picture was made; written once, at insert. */
export type GenMeta = {
  engine?: { id: string; label: string; neural: boolean };
  model?: string;
  seed?: number;
  aspect?: string;
  quality?: string;
  negative?: string;
  strength?: number;
  /** What was changed of its source, where the rest stayed. */
  edit?: EditShape;
  /** Parameters of the engine that were set. */
  params?: Params;
  /** The classifier's result; null where the picture could not be read. Only its owner and admins see it. */
  moderation?: Moderation | null;
  /** True when its file came from another installation and keeps the marks of that one. */
  imported?: true;
  [further: string]: unknown;
};

/** The Image of docs/product.md 3.4, in its spelling, with its creator and what made it. */
export type PicturePage = Omit<WallPicture, "sourceId"> & {
  description: string | null;
  authoring_prompt: string | null;
  mini_prompt: string | null;
  tags: string[];
  gen_meta: GenMeta;
  /** `{image host}/{storage_key}.jpg` is the whole picture as a JPEG. */
  storage_key: string;
  /** The file as it was drawn: lossless where the engine sent it so. `{image host}/{storage_key}.{format}` is its address. */
  original: { format: OriginalFormat; hasAlpha: boolean; bytes: number };
  filenameWebp: string | null;
  downloads: number;
  views: number;
  license: string;
  is_public: boolean;
  approved: boolean;
  status: string;
  prompt_hidden: boolean;
  remix_count: number;
  remix_group_count: number;
  shape: Shape;
  engine: { id: string; label: string; neural: boolean } | null;
  seed: number | null;
  /** Ratio that was asked for, e.g. "16:9"; null where none was. */
  aspect: string | null;
  ownerId: string;
  sourceId: string | null;
};

/** The query of pictures with all that their page shows. */
export function pageRows(db: Db) {
  return wallRows(db).select([
    "p.owner_id",
    "p.authoring_prompt",
    "p.mini_prompt",
    "p.tags",
    "p.gen_meta",
    "p.filename_webp",
    "p.downloads",
    "p.views",
    "p.license",
    "p.is_public",
    "p.approved",
    "p.status",
    "p.remix_group_count",
    "p.storage_key",
    "p.bytes",
    "p.has_alpha",
  ]);
}

export type PageRow = Awaited<ReturnType<ReturnType<typeof pageRows>["execute"]>>[number];

/** What made the picture, without the words of a hidden prompt, and what the classifier said for its owner alone. */
function openMeta({ moderation, ...meta }: GenMeta, isOwn: boolean, hideWords: boolean): GenMeta {
  if (isOwn) return moderation === undefined ? meta : { ...meta, moderation };
  if (!hideWords) return meta;
  const { engine, model, seed, aspect, quality } = meta;
  return JSON.parse(JSON.stringify({ engine, model, seed, aspect, quality })) as GenMeta;
}

export function toPicturePage(row: PageRow, actor: Actor): PicturePage {
  const isOwn = canSeeHidden(actor, { ownerId: row.owner_id });
  const hideWords = row.prompt_hidden && !isOwn;
  const meta = openMeta(row.gen_meta as GenMeta, isOwn, hideWords);
  return {
    ...toWallPicture(row),
    prompt: hideWords ? null : row.prompt,
    description: row.description,
    authoring_prompt: isOwn ? row.authoring_prompt : null,
    mini_prompt: hideWords ? null : row.mini_prompt,
    tags: row.tags,
    gen_meta: meta,
    storage_key: row.slug,
    original: {
      format: formatOfKey(row.storage_key),
      hasAlpha: row.has_alpha,
      bytes: row.bytes,
    },
    filenameWebp: row.filename_webp,
    downloads: row.downloads,
    views: row.views,
    license: row.license,
    is_public: row.is_public,
    approved: row.approved,
    status: row.status,
    prompt_hidden: row.prompt_hidden,
    remix_count: row.remix_count,
    remix_group_count: row.remix_group_count,
    shape: aspectShape(row.width, row.height),
    engine: meta.engine ?? null,
    seed: meta.seed ?? null,
    aspect: meta.aspect ?? null,
    ownerId: row.owner_id,
  };
}
