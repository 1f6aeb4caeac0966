import { direction, language, t } from "#app/language/message.ts";
import { escapeMarkup } from "#app/rules/escape-markup.ts";
import type { NewMail } from "./mail.ts";

export type MailText = {
  to: string;
  replyTo?: string;
  subject: string;
  /** Plain text; may hold what people typed. Line breaks within one stay. */
  paragraphs: readonly string[];
  /** A link of our own, made from SERVER_URL. */
  action?: { label: string; url: string };
  /** Footer below a line, e.g. why this mail was sent. */
  footnote?: string;
  /** For mails that can be ended: a page with a button for people, an address for mail programs. */
  unsubscribe?: { page: string; url: string };
};

const font = "font:16px/1.5 system-ui,sans-serif;color:#1c1917";

function htmlOf({ paragraphs, action, footnote, unsubscribe }: MailText): string {
  const written = paragraphs.map(
    (text) => `<p>${escapeMarkup(text).replaceAll("\n", "<br>\n")}</p>`,
  );
  const link = action && [
    `<p><a href="${escapeMarkup(action.url)}">${escapeMarkup(action.label)}</a></p>`,
    `<p style="font-size:13px;word-break:break-all">${escapeMarkup(action.url)}</p>`,
  ];
  const foot = footnote ? [`<hr>`, `<p style="font-size:13px">${escapeMarkup(footnote)}</p>`] : [];
  const end = unsubscribe
    ? [
        `<p style="font-size:13px"><a href="${escapeMarkup(unsubscribe.page)}">${escapeMarkup(t`Unsubscribe`)}</a></p>`,
      ]
    : [];
  const attributes = ` lang="${language()}"${direction() ? ' dir="rtl"' : ""}`;
  const lines = [...written, ...(link ?? []), ...foot, ...end].join("\n");
  return `<!doctype html>\n<html${attributes}><body style="${font}">\n${lines}\n</body></html>\n`;
}

/** The two parts of a mail from one text: plain, and HTML without pictures or anything else that is fetched. */
export function mailOf(mail: MailText): NewMail {
  const { to, replyTo, subject, paragraphs, action, footnote, unsubscribe } = mail;
  const parts = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(footnote ? [`-- \n${footnote}`] : []),
    ...(unsubscribe ? [`${t`Unsubscribe`}:\n${unsubscribe.page}`] : []),
  ];
  return {
    to,
    ...(replyTo !== undefined && { replyTo }),
    subject,
    text: `${parts.join("\n\n")}\n`,
    html: htmlOf(mail),
    ...(unsubscribe && { unsubscribe: unsubscribe.url }),
  };
}
