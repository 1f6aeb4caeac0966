import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { until } from "./patience.ts";

export type ReceivedMail = Omit<Email, "sender"> & {
  /** The envelope's addresses. */
  sender: string;
  recipients: string[];
  raw: string;
};

export type MailServerOptions = {
  /** The answer to a recipient, e.g. 550; none accepts. */
  refuse?: (address: string) => number | null;
  /** Accepts the connection and sends nothing. */
  mute?: boolean;
  /** Required user name and password; only over TLS. */
  login?: { user: string; pass: string; overPlain: boolean };
};

export type MailServer = {
  /** For SMTP_URL. */
  url: string;
  /** Every mail taken so far. */
  mails: ReceivedMail[];
  /** Waits for the next mail to an address that was not returned yet. */
  next(to: string): Promise<ReceivedMail>;
  close(): Promise<void>;
};

function refusal(code: number): Error {
  return Object.assign(new Error("not here"), { responseCode: code });
}

/** A real SMTP server on loopback, without TLS. */
export async function mailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  const server = new SMTPServer({
    authOptional: options.login === undefined,
    allowInsecureAuth: options.login?.overPlain ?? true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 500,
    onAuth({ username, password }, _session, done) {
      const isRight = username === options.login?.user && password === options.login?.pass;
      done(isRight ? null : refusal(535), isRight ? { user: username } : undefined);
    },
    onConnect(_session, done) {
      if (!options.mute) done();
    },
    onRcptTo({ address }, _session, done) {
      const code = options.refuse?.(address) ?? null;
      done(code === null ? null : refusal(code));
    },
    onData(stream, { envelope }, done) {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const raw = Buffer.concat(chunks).toString("utf8");
        const parsed = await PostalMime.parse(raw);
        const from = envelope.mailFrom === false ? "" : (envelope.mailFrom?.address ?? "");
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ ...parsed, sender: from, recipients: to, raw });
        done();
      })();
    },
  });
  // A client may disconnect in the middle.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async next(to) {
      const isNext = (mail: ReceivedMail) => !taken.has(mail) && mail.recipients.includes(to);
      await until(
        `a mail to ${to}`,
        () => mails.length,
        () => mails.some(isNext),
      );
      const found = mails.find(isNext) as ReceivedMail;
      taken.add(found);
      return found;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
