import { marked, type Token, type Tokens } from "marked";

/** Inline text. It never contains markup: raw HTML in the files is shown as text. */
export type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "em"; children: Inline[] }
  | { kind: "link"; to: string; children: Inline[] }
  | { kind: "break" };

export type Block =
  | { kind: "heading"; level: number; id: string; children: Inline[] }
  | { kind: "paragraph" | "line"; children: Inline[] }
  | { kind: "list"; ordered: boolean; start: number; items: Block[][] }
  | { kind: "quote"; children: Block[] }
  | { kind: "code"; text: string }
  /** A fence marked `prompt` is a prompt to try; `prompt pictured` has a picture beside it (rules/guide-picture.ts). */
  | { kind: "prompt"; text: string; pictured: boolean }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "rule" };

/** A text file as a page: its first heading is the title, its first paragraph the lead. */
export type Document = { title: string; lead: Inline[]; blocks: Block[] };

function unsupported(token: Token): Error {
  return new Error(`Markdown of the kind "${token.type}" is not shown: ${token.raw.slice(0, 60)}`);
}

function inlines(tokens: readonly Token[] = []): Inline[] {
  return tokens.map((token): Inline => {
    switch (token.type) {
      case "text":
      case "escape":
      case "html":
        return { kind: "text", text: (token as Tokens.Text).text };
      case "codespan":
        return { kind: "code", text: (token as Tokens.Codespan).text };
      case "strong":
      case "em":
        return { kind: token.type, children: inlines(token.tokens) };
      case "link":
        return { kind: "link", to: (token as Tokens.Link).href, children: inlines(token.tokens) };
      case "br":
        return { kind: "break" };
      default:
        throw unsupported(token);
    }
  });
}

/** The plain text. */
export function plainText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (part.kind === "break") return " ";
      return "text" in part ? part.text : plainText(part.children);
    })
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Ids of headings, each once in a document. */
function createIds(): (words: string) => string {
  const given = new Map<string, number>();
  return (words) => {
    const base = words
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "");
    const before = given.get(base) ?? 0;
    given.set(base, before + 1);
    return before === 0 ? base : `${base}-${before + 1}`;
  };
}

function blocks(tokens: readonly Token[], idOf: (words: string) => string): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case "space":
      case "def":
        return [];
      case "heading": {
        const children = inlines(token.tokens);
        const { depth } = token as Tokens.Heading;
        return [{ kind: "heading", level: depth, id: idOf(plainText(children)), children }];
      }
      case "paragraph":
        return [{ kind: "paragraph", children: inlines(token.tokens) }];
      case "text":
        return [{ kind: "line", children: inlines(token.tokens) }];
      case "html":
        return [{ kind: "paragraph", children: [{ kind: "text", text: token.raw.trim() }] }];
      case "blockquote":
        return [{ kind: "quote", children: blocks(token.tokens ?? [], idOf) }];
      case "list": {
        const { ordered, start, items } = token as Tokens.List;
        return [
          {
            kind: "list",
            ordered,
            start: start === "" ? 1 : start,
            items: items.map((item) => blocks(item.tokens, idOf)),
          },
        ];
      }
      case "code": {
        const { lang, text } = token as Tokens.Code;
        if (lang === "prompt" || lang === "prompt pictured") {
          return [{ kind: "prompt", text, pictured: lang !== "prompt" }];
        }
        return [{ kind: "code", text }];
      }
      case "table": {
        const { header, rows } = token as Tokens.Table;
        return [
          {
            kind: "table",
            head: header.map((cell) => inlines(cell.tokens)),
            rows: rows.map((row) => row.map((cell) => inlines(cell.tokens))),
          },
        ];
      }
      case "hr":
        return [{ kind: "rule" }];
      default:
        throw unsupported(token);
    }
  });
}

/**
 * Reads one of the site's own texts.
 * @throws Error when the file has no title, or uses Markdown that pages cannot show
 */
export function readMarkdown(name: string, source: string): Document {
  try {
    const [title, ...rest] = blocks(marked.lexer(source), createIds());
    if (title?.kind !== "heading" || title.level !== 1) {
      throw new Error("the first line must be a heading of the first level");
    }
    const first = rest[0];
    const lead = first?.kind === "paragraph" ? first.children : [];
    return {
      title: plainText(title.children),
      lead,
      blocks: first?.kind === "paragraph" ? rest.slice(1) : rest,
    };
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
