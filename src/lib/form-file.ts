import { t } from "#app/language/message.ts";
import { fileLimit } from "#app/rules/picture-files.ts";
import { AppError } from "./errors.ts";

/** Bytes of the headers of its part. */
const headersLimit = 8 * 1024;

const blankLine = Buffer.from("\r\n\r\n");

function badForm(detail: string): AppError {
  return new AppError("invalid-request", {
    detail,
    errors: [{ path: "file", code: "form", message: detail }],
  });
}
const unreadable = () => badForm(t`The form cannot be read`);

/**
 * The boundary of a multipart form, 1 to 70 characters (RFC 2046, section 5.1.1).
 * @throws AppError unsupported-media-type, invalid-request
 */
export function boundaryOf(contentType: string): string {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(contentType)) {
    throw new AppError("unsupported-media-type", { detail: t`Send multipart/form-data` });
  }
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=\s|;|$))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw unreadable();
  return boundary;
}

/** Whether the headers of a part are those of a file with the name `file`. */
function isTheFile(headers: string): boolean {
  const line = headers.split("\r\n").find((header) => /^content-disposition:/i.test(header));
  if (line === undefined || !/^[^:]*:\s*form-data\s*;/i.test(line)) return false;
  // A file name may hold anything, so it goes before the name is looked for.
  const rest = line.replace(/;\s*filename\*?=(?:"(?:\\.|[^"\\])*"|[^;]*)/gi, "");
  return rest !== line && /;\s*name=(?:"file"|file)\s*(?:;|$)/i.test(rest);
}

/**
 * The file of a multipart form that has one field, `file`, and nothing else: a view of the body, which is not copied.
 * A form of one part needs no parser of streams; this one takes the body as a whole, or refuses it.
 * @throws AppError invalid-request for another form, too-large
 */
export function fileOfForm(body: Buffer, boundary: string): Buffer {
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  // The first one has no line before it.
  const opening = delimiter.subarray(2);
  if (!body.subarray(0, opening.length).equals(opening)) throw unreadable();
  if (body.toString("latin1", opening.length, opening.length + 2) === "--") {
    throw badForm(t`Send exactly one field, \`file\``);
  }
  const headersEnd = body.subarray(0, opening.length + headersLimit).indexOf(blankLine);
  if (headersEnd < 0) throw unreadable();
  const start = headersEnd + blankLine.length;
  // The line break of an empty file belongs to the delimiter as well as to the headers.
  const end = body.indexOf(delimiter, start - 2);
  if (end < 0) throw unreadable();
  const after = body.toString("latin1", end + delimiter.length, end + delimiter.length + 2);
  if (after === "\r\n") throw badForm(t`Send exactly one field, \`file\``);
  if (after !== "--") throw unreadable();
  if (!isTheFile(body.toString("utf8", opening.length, headersEnd))) {
    throw badForm(t`Send the picture as the file \`file\``);
  }
  if (end <= start) throw badForm(t`The file is empty`);
  if (end - start > fileLimit) {
    throw new AppError("too-large", { detail: t`A picture may have at most 20 MB` });
  }
  return body.subarray(start, end);
}
