import { Fragment, type ReactNode } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { guidePicture } from "#app/rules/guide-picture.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Block, Inline } from "../queries/markdown.ts";
import "./prose.css";

/** A link in a text: client-side for pages of this site, plain for feeds and other sites. */
function TextLink({ to, children }: { to: string; children: ReactNode }) {
  if (to.startsWith("/") && to !== paths.feed()) {
    return (
      <Link className="link" to={to}>
        {children}
      </Link>
    );
  }
  return (
    <a className="link" href={to}>
      {children}
    </a>
  );
}

/** Inline text. */
export function Words({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, at) => {
    const key = `${at} ${part.kind}`;
    switch (part.kind) {
      case "text":
        return <Fragment key={key}>{part.text}</Fragment>;
      case "code":
        return <code key={key}>{part.text}</code>;
      case "strong":
        return (
          <strong key={key}>
            <Words parts={part.children} />
          </strong>
        );
      case "em":
        return (
          <em key={key}>
            <Words parts={part.children} />
          </em>
        );
      case "link":
        return (
          <TextLink key={key} to={part.to}>
            <Words parts={part.children} />
          </TextLink>
        );
      default:
        return <br key={key} />;
    }
  });
}

function Heading({ level, id, children }: { level: number; id: string; children: ReactNode }) {
  if (level <= 2) return <h2 id={id}>{children}</h2>;
  return level === 3 ? <h3 id={id}>{children}</h3> : <h4 id={id}>{children}</h4>;
}

/** A wide table scrolls within the page and is reachable by keyboard. */
function Table({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="prose-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                <Words parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Words parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A prompt with a link that opens it in the studio. */
function Prompt({ text, pictured }: { text: string; pictured: boolean }) {
  return (
    <div className="prose-prompt" data-pictured={pictured || undefined}>
      {pictured && (
        <img
          src={guidePicture(text)}
          alt={t`What Sketch makes of it: ${text}`}
          width={640}
          height={427}
          loading="lazy"
        />
      )}
      <p>{text}</p>
      <ButtonLink
        look="soft"
        size="small"
        to={paths.studio({ prompt: text })}
        aria-label={t`Try in the studio: ${text}`}
      >
        {t`Try in the studio`}
      </ButtonLink>
    </div>
  );
}

/** Renders the blocks of one of the site's own texts. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => {
    const key = `${at} ${block.kind}`;
    switch (block.kind) {
      case "heading":
        return (
          <Heading key={key} level={block.level} id={block.id}>
            <Words parts={block.children} />
          </Heading>
        );
      case "paragraph":
        return (
          <p key={key}>
            <Words parts={block.children} />
          </p>
        );
      case "line":
        return <Words key={key} parts={block.children} />;
      case "list": {
        const items = block.items.map((item, number) => (
          <li key={number}>
            <Blocks blocks={item} />
          </li>
        ));
        return block.ordered ? (
          <ol key={key} start={block.start}>
            {items}
          </ol>
        ) : (
          <ul key={key}>{items}</ul>
        );
      }
      case "quote":
        return (
          <blockquote key={key}>
            <Blocks blocks={block.children} />
          </blockquote>
        );
      case "code":
        return (
          // A long line scrolls, so it must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre key={key} tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        );
      case "prompt":
        return <Prompt key={key} text={block.text} pictured={block.pictured} />;
      case "table":
        return <Table key={key} head={block.head} rows={block.rows} />;
      default:
        return <hr key={key} />;
    }
  });
}
