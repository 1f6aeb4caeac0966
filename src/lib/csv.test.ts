import { expect, test } from "vitest";
import { csvLine, csvResponse, type CsvColumn } from "./csv.ts";

/** The fields of a line by RFC 4180, as a spreadsheet reads them. */
function fieldsOf(line: string): string[] {
  const found = line.replace(/\r\n$/, "").matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g);
  return [...found].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠x"])(
  "text that begins as %j is no formula in a spreadsheet",
  (text) => {
    const line = csvLine([text, "after"]);
    expect(line.startsWith(`"'`)).toBe(true);
    expect(fieldsOf(line)).toEqual([`'${text}`, "after"]);
  },
);

test("numbers, times, truth and nothing are written as they are", () => {
  const at = new Date("2026-11-23T01:02:03.004Z");
  expect(csvLine([-5, 0, true, false, null, at])).toBe(
    "-5,0,true,false,,2026-11-23T01:02:03.004Z\r\n",
  );
});

test.each(['a "quoted" word', "one, two", "two\r\nlines", "semi;colon", " blank ", "naïve 月"])(
  "%j is read back unchanged",
  (text) => expect(fieldsOf(csvLine([text, "x"]))).toEqual([text, "x"]),
);

type Row = { id: number; name: string };
const columns: CsvColumn<Row>[] = [
  { label: "Id", value: ({ id }) => id },
  { label: "Name", value: ({ name }) => name },
];

function pages(count: number, size: number) {
  const read: (string | undefined)[] = [];
  return {
    read,
    page: async ({ cursor }: { cursor: string | undefined }) => {
      read.push(cursor);
      const from = Number(cursor ?? 0);
      const items = Array.from({ length: Math.min(size, count - from) }, (_, at) => ({
        id: from + at,
        name: `=${from + at}`,
      }));
      const next = from + size < count ? String(from + size) : null;
      return Promise.resolve({ items, next });
    },
  };
}

test("a download has every row of every page, and its file's name", async () => {
  const { read, page } = pages(25, 10);
  const response = await csvResponse("members", columns, page);
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="members.csv"');
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).trimEnd().split("\r\n");
  expect(lines.map(fieldsOf)).toEqual([
    ["Id", "Name"],
    ...Array.from({ length: 25 }, (_, id) => [String(id), `'=${id}`]),
  ]);
  expect(read).toEqual([undefined, "10", "20"]);
});

test("an empty list is its heading alone", async () => {
  const response = await csvResponse("members", columns, pages(0, 10).page);
  expect(await response.text()).toBe("Id,Name\r\n");
});

test("pages are read as the reader takes them, and no more once it has gone", async () => {
  const { read, page } = pages(100_000, 10);
  const response = await csvResponse("members", columns, page);
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  expect(read.length).toBeLessThan(10);
});

test("a refusal of the first page is thrown; one later breaks the download off", async () => {
  const refuse = () => Promise.reject(new Error("refused"));
  await expect(csvResponse("members", columns, refuse)).rejects.toThrow("refused");
  const { page } = pages(25, 10);
  const response = await csvResponse("members", columns, (asked) =>
    asked.cursor === "10" ? refuse() : page(asked),
  );
  await expect(response.text()).rejects.toThrow("refused");
});
