import { openLazily } from "#app/lib/lazy.ts";
import { MailRefused, type Mailer } from "./port.ts";
import { messageOf, type Sender } from "./message.ts";

/** Milliseconds that each step of a delivery may take. */
const usualTimeout = 10_000;

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Never a password in the clear over a network: with one, the line must become TLS first, unless the address says otherwise. */
function mustEncrypt(url: URL): boolean {
  const isPlain = url.protocol === "smtp:" && !url.searchParams.has("requireTLS");
  return isPlain && url.username !== "" && !loopback.test(url.hostname);
}

/** Whether the server said that it never will: a 5xx answer to this mail, not to our sign-in. */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return (responseCode ?? 0) >= 500 && code !== "EAUTH" && code !== "ETLS" && code !== "EPROTOCOL";
}

/**
 * Mails by a server, one connection each.
 * @param address smtp://user:password@host:587 (STARTTLS) or smtps://…:465
 */
export function openSmtp(address: string, from: Sender, timeout = usualTimeout): Mailer {
  const url = new URL(address);
  const transport = openLazily(async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url: address,
      ...(mustEncrypt(url) && { requireTLS: true }),
      dnsTimeout: timeout,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
    });
  });
  return {
    kind: "smtp",
    target: `${url.protocol}//${url.host}`,
    async deliver(mail) {
      try {
        await (await transport.get()).sendMail(messageOf(mail, from));
      } catch (error) {
        if (isFinal(error)) throw new MailRefused("the mail server refuses this mail", error);
        throw error;
      }
    },
    async forget() {
      // What was delivered is its reader's.
      return 0;
    },
    close: () => transport.close(async (opened) => opened.close()),
  };
}
