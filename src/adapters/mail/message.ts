import type { Mail } from "#app/lib/mail.ts";

/** Who the mails come from. */
export type Sender = {
  /** What people read as the sender. */
  name: string;
  /** One plain address. */
  address: string;
};

/** A mail in the terms of nodemailer; addresses are given as they are, never as text to be taken apart. */
export function messageOf(mail: Mail, from: Sender) {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    from,
    to: { name: "", address: mail.to },
    ...(mail.replyTo !== undefined && { replyTo: { name: "", address: mail.replyTo } }),
    subject: mail.subject,
    date: new Date(mail.writtenAt),
    messageId: `<${mail.id}@${domain}>`,
    headers: {
      // No answers of machines to a machine (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(mail.unsubscribe !== undefined && {
        "List-Unsubscribe": `<${mail.unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    text: mail.text,
    html: mail.html,
    // Nothing in a mail names a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
}

/** A part as it is: nodemailer would break its long lines, and with them its links. */
function part(type: string, content: string): { raw: string } {
  const lines = content.replaceAll(/\r?\n/g, "\r\n");
  const header = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit`;
  return { raw: `${header}\r\n\r\n${lines}` };
}

/** The whole mail as a file that people can read: links are not broken over lines. */
export async function fileOf(mail: Mail, from: Sender): Promise<Buffer> {
  const { text, html, ...rest } = messageOf(mail, from);
  const alternatives = [part("text/plain", text), part("text/html", html)];
  const { createTransport } = await import("nodemailer");
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await composer.sendMail({ ...rest, alternatives });
  return message as Buffer;
}
