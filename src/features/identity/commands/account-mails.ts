import { mailTimes, type AccountMails, type Addressee } from "#app/adapters/accounts/port.ts";
import { mailOf, type MailText } from "#app/lib/mail-text.ts";
import { sendMail } from "#app/lib/mail.ts";
import { paths } from "#app/paths.ts";
import type { Services } from "#app/services.ts";

type Words = Omit<MailText, "to" | "paragraphs"> & { paragraphs: string[] };

/** The texts of account mails. Links are made from SERVER_URL only, whatever the request's host. */
export function accountMails({
  db,
  env,
  jobs,
}: Pick<Services, "db" | "env" | "jobs">): AccountMails {
  const { APP_NAME: site, SERVER_URL: home } = env;

  async function send(user: Addressee, words: Words, usefulForSeconds: number): Promise<void> {
    const { paragraphs, ...rest } = words;
    const mail = mailOf({
      to: user.email,
      ...rest,
      // Until the address is confirmed the name is untrusted.
      paragraphs: [user.emailVerified ? `Hello ${user.name},` : "Hello,", ...paragraphs],
    });
    await sendMail({ jobs }, db, mail, usefulForSeconds);
  }

  function linkTo(path: string, query: Record<string, string>): string {
    return `${home}${path}?${new URLSearchParams(query).toString()}`;
  }

  /** The return path in the address that Better Auth wants mailed. */
  function nextOf(asked: string): string | null {
    const back = new URL(asked, home).searchParams.get("callbackURL");
    return back === null ? null : new URL(back, home).searchParams.get("next");
  }

  return {
    verify: (user, token, asked) =>
      send(
        user,
        {
          subject: `Confirm your address for ${site}`,
          paragraphs: [`confirm that this address is yours, and you are signed in to ${site}.`],
          action: {
            label: "Confirm the address",
            url: `${home}${paths.confirmAddress({ token, next: nextOf(asked) })}`,
          },
          footnote: `The link is good for 24 hours. If you did not sign up at ${site}, leave this mail alone: without the link nothing happens.`,
        },
        mailTimes.verify,
      ),
    taken: (user) =>
      send(
        user,
        {
          subject: `You have an account at ${site}`,
          paragraphs: [
            `somebody tried to sign up at ${site} with this address, which has an account already. If it was you, sign in, or set a new password if you have forgotten yours.`,
          ],
          action: { label: "Sign in", url: `${home}${paths.login()}` },
          footnote: "If it was not you, leave this mail alone: nothing was changed.",
        },
        mailTimes.verify,
      ),
    reset: (user, token) =>
      send(
        user,
        {
          subject: `Set a new password for ${site}`,
          paragraphs: [`this link sets a new password for your account at ${site}.`],
          action: { label: "Set a new password", url: linkTo(paths.resetPassword(), { token }) },
          footnote:
            "The link is good for one hour and works once. If you did not ask for it, leave this mail alone: your password stays.",
        },
        mailTimes.reset,
      ),
    changed: (user) =>
      send(
        user,
        {
          subject: `Your password for ${site} was changed`,
          paragraphs: [
            `the password of your account at ${site} was changed just now, and everybody who was signed in elsewhere is signed out.`,
          ],
          footnote: `If it was not you, set a new password at once: ${home}${paths.login({ tab: "reset" })}`,
        },
        mailTimes.verify,
      ),
  };
}
