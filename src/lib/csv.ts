/** Lists as CSV (RFC 4180), streamed a page at a time, so that a long list costs no more memory than a short one. */

export type CsvValue = string | number | boolean | Date | null;

export type CsvColumn<Row> = { label: string; value: (row: Row) => CsvValue };

/** Rows that a download reads from the database at a time. */
const rowsAPage = 1000;

/** Excel takes a file for UTF-8 only if it begins with this. */
const byteOrderMark = "\uFEFF";

/**
 * What a spreadsheet takes for the start of a formula, in the signs of East Asian keyboards too. A member's name must
 * not become a formula on an admin's machine.
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u;

function cell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = formulaStart.test(value) ? `'${value}` : value;
  const needsQuotes = text !== value || /[",;\t\r\n]/.test(text) || text !== text.trim();
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its line break. Text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

type PageOf<Row> = { items: readonly Row[]; next: string | null };

async function* pagesOf<Row>(
  read: (page: { cursor: string | undefined; limit: number }) => Promise<PageOf<Row>>,
): AsyncGenerator<readonly Row[]> {
  let cursor: string | undefined;
  for (;;) {
    const { items, next } = await read({ cursor, limit: rowsAPage });
    yield items;
    if (next === null) return;
    cursor = next;
  }
}

/**
 * A whole list as a download. The first page is read before the response begins, so that a refusal has its own
 * status; a failure after that breaks the connection off, so that a shortened file is never taken for a whole one.
 * @param name of the file, without its ending
 * @param read a page of the list, as the list's page in the browser reads it
 */
export async function csvResponse<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  read: (page: { cursor: string | undefined; limit: number }) => Promise<PageOf<Row>>,
): Promise<Response> {
  const pages = pagesOf(read);
  let page = await pages.next();
  async function* text(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(columns.map(({ label }) => label));
    for (; !page.done; page = await pages.next()) {
      yield page.value.map((row) => csvLine(columns.map(({ value }) => value(row)))).join("");
    }
  }
  const pieces = text();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(encoder.encode(piece.value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "private, no-store",
    },
  });
}
