import sharp from "sharp";
import { expect } from "vitest";
import { saveUpload } from "#app/features/pictures/commands.ts";
import type { Services } from "#app/services.ts";
import { aRouteCaster } from "./cast-routes.ts";
import { actorFor, aPng } from "./made-picture.ts";

type App = Awaited<ReturnType<typeof aRouteCaster>>["app"];

/** A mask of one colour. */
export const aMask = (width = 30, height = 20, background = "#ffffff") =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Sends a mask as a client does. */
export async function sendMask(app: App, bytes: Uint8Array, type = "image/png"): Promise<Response> {
  return app.request("/api/masks", {
    method: "POST",
    body: new Uint8Array(bytes),
    headers: { "content-type": type, "content-length": String(bytes.length) },
  });
}

/** @returns the id of the mask */
export async function keepMask(app: App, bytes: Uint8Array): Promise<string> {
  const answer = await sendMask(app, bytes);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** A member with a source of 30 by 20 pixels and a white mask for it. */
export async function anEditor(services: Services) {
  const caster = await aRouteCaster(services, 50);
  const actor = actorFor(caster.member);
  const { id: uploadId } = await saveUpload(services, actor, await aPng(30, 20));
  const maskId = await keepMask(caster.app, await aMask());
  return { ...caster, uploadId, maskId, source: { uploadId } };
}
