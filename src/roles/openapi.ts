import type { Env as HonoEnv, Hono, MiddlewareHandler } from "hono";
import { openAPIRouteHandler, type GenerateSpecOptions } from "hono-openapi";
import type { Env } from "#app/env.ts";
import { described, jsonSchema, problemSchema } from "#app/lib/describe.ts";

export const openApiDocs = described({
  tag: "service",
  summary: "This document",
  answers: { 200: { description: "OpenAPI 3.1", type: "application/json" } },
});

const text = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: { type: "string" } as const } },
});
const inPath = (name: string, description: string) => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string" } as const,
});
const problem = {
  description: "Refused",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};
const image = {
  description: "The picture",
  content: { "image/*": { schema: { type: "string" } as const } },
};

/** The routes besides the API. */
const others: GenerateSpecOptions["documentation"]["paths"] = {
  "/healthz": {
    get: {
      tags: ["service"],
      summary: "Whether the process lives",
      security: [],
      responses: { 200: text("It does", "application/json") },
    },
  },
  "/readyz": {
    get: {
      tags: ["service"],
      summary: "Whether the process can do its work",
      security: [],
      responses: {
        200: text("It can", "application/json"),
        503: text("It cannot, or it is shutting down", "application/json"),
      },
    },
  },
  "/metrics": {
    get: {
      tags: ["service"],
      summary: "How the process is, in Prometheus' text format; for this machine and admins alone",
      security: [{}, { session: [] }],
      responses: { 200: text("The metrics", "text/plain"), 404: problem },
    },
  },
  "/.well-known/security.txt": {
    get: {
      tags: ["service"],
      summary: "Whom to tell of a security problem (RFC 9116)",
      security: [],
      responses: { 200: text("Contact, policy, and how long the text is good", "text/plain") },
    },
  },
  "/i/{size}/{quality}/{filename}": {
    get: {
      tags: ["pictures"],
      summary: "A picture in a size and format",
      security: [{}, { session: [] }],
      parameters: [
        inPath("size", "Width and height, 0 for as it comes, e.g. 512x0"),
        inPath("quality", "q10 or q75"),
        inPath("filename", "With the extension of the format; without one Accept decides"),
      ],
      responses: { 200: image, 304: { description: "As the reader has it" }, default: problem },
    },
  },
  "/{key}.jpg": {
    get: {
      tags: ["pictures"],
      summary: "The whole picture as a JPEG; in parts where that is its original",
      security: [{}, { session: [] }],
      parameters: [inPath("key", "storage_key of the picture")],
      responses: {
        200: image,
        206: { description: "A part of it" },
        304: { description: "As the reader has it" },
        default: problem,
      },
    },
  },
  "/{key}.{format}": {
    get: {
      tags: ["pictures"],
      summary: "The original of a picture, where it is a PNG or WebP",
      security: [{}, { session: [] }],
      parameters: [
        inPath("key", "storage_key of the picture"),
        inPath("format", "format of its original"),
      ],
      responses: {
        200: image,
        206: { description: "A part of it" },
        304: { description: "As the reader has it" },
        default: problem,
      },
    },
  },
};

/** `GET /api/openapi.json`: the descriptions of the API's handlers, and the server's other addresses. */
export function openApiRoute<E extends HonoEnv>(
  api: Hono<E>,
  { APP_NAME, SERVER_URL }: Pick<Env, "APP_NAME" | "SERVER_URL">,
): MiddlewareHandler<E> {
  const prefix = SERVER_URL.startsWith("https:") ? "__Host-" : "";
  return openAPIRouteHandler(api, {
    documentation: {
      openapi: "3.1.0",
      info: {
        title: `${APP_NAME} API`,
        version: "1",
        description: "Errors are RFC 9457 problem documents. Sessions are cookies of /api/auth.",
      },
      servers: [{ url: SERVER_URL }],
      paths: others,
      components: {
        schemas: { Problem: jsonSchema(problemSchema, "output") },
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: `${prefix}echoform.session_token` },
        },
      },
    },
    excludeStaticFile: false,
    // An address without a description of its own is listed all the same.
    includeEmptyPaths: true,
    // The library's default describes a response that repeats the input; ours never does.
    defaultValidationErrorResponse: false,
  });
}
