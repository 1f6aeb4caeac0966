import { t } from "#app/language/message.ts";
import { mailTimes, type AccountMails, type Addressee } from "#app/adapters/accounts/port.ts";
import { mailOf, type MailText } from "#app/lib/mail-text.ts";
import { sendMail } from "#app/lib/mail.ts";
import { paths, serverPaths } from "#app/paths.ts";
import type { Services } from "#app/services.ts";

/** What can change of somebody's second factors. */
export type FactorChange =
  | "on"
  | "off"
  | "reset"
  | "recovery-used"
  | "recovery-renewed"
  | "passkey-added"
  | "passkey-removed";

const factorWords: Record<FactorChange, () => { subject: string; said: string }> = {
  on: () => ({
    subject: t`Two-factor sign-in is on`,
    said: t`two-factor sign-in was turned on just now, and everybody who was signed in elsewhere is signed out. Keep your recovery codes where you find them without your phone.`,
  }),
  off: () => ({
    subject: t`Two-factor sign-in is off`,
    said: t`two-factor sign-in was turned off just now: your password alone signs in again.`,
  }),
  reset: () => ({
    subject: t`Your second factors were removed`,
    said: t`the operator has removed your authenticator app, recovery codes and passkeys, and signed you out everywhere. Sign in with your password and set them up again.`,
  }),
  "recovery-used": () => ({
    subject: t`A recovery code was used`,
    said: t`one of your recovery codes was used just now. It is good no more.`,
  }),
  "recovery-renewed": () => ({
    subject: t`You have new recovery codes`,
    said: t`new recovery codes were made just now. The earlier ones are good no more.`,
  }),
  "passkey-added": () => ({
    subject: t`A passkey was added`,
    said: t`a passkey was added to your account just now. It signs in without your password.`,
  }),
  "passkey-removed": () => ({
    subject: t`A passkey was removed`,
    said: t`a passkey was removed from your account just now. It signs in no more.`,
  }),
};

type Words = Omit<MailText, "to" | "paragraphs"> & { paragraphs: string[] };

/** The texts of account mails. Links are made from SERVER_URL only, whatever the request's host. */
export function accountMails({
  db,
  env,
  jobs,
}: Pick<Services, "db" | "env" | "jobs">): AccountMails & {
  /** Tells of a change of second factors. @param passkey its name */
  factorChanged(user: Addressee, change: FactorChange, passkey?: string): Promise<void>;
} {
  const { APP_NAME: site, SERVER_URL: home } = env;

  async function send(user: Addressee, words: Words, usefulForSeconds: number): Promise<void> {
    const { paragraphs, ...rest } = words;
    const mail = mailOf({
      to: user.email,
      ...rest,
      // Until the address is confirmed the name is untrusted.
      paragraphs: [user.emailVerified ? t`Hello ${user.name},` : t`Hello,`, ...paragraphs],
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
          subject: t`Confirm your address for ${site}`,
          paragraphs: [t`confirm that this address is yours, and you are signed in to ${site}.`],
          action: {
            label: t`Confirm the address`,
            url: `${home}${serverPaths.confirmAddress({ token, next: nextOf(asked) })}`,
          },
          footnote: t`The link is good for 24 hours. If you did not sign up at ${site}, leave this mail alone: without the link nothing happens.`,
        },
        mailTimes.verify,
      ),
    taken: (user) =>
      send(
        user,
        {
          subject: t`You have an account at ${site}`,
          paragraphs: [
            t`somebody tried to sign up at ${site} with this address, which has an account already. If it was you, sign in, or set a new password if you have forgotten yours.`,
          ],
          action: { label: t`Sign in`, url: `${home}${paths.login()}` },
          footnote: t`If it was not you, leave this mail alone: nothing was changed.`,
        },
        mailTimes.verify,
      ),
    reset: (user, token) =>
      send(
        user,
        {
          subject: t`Set a new password for ${site}`,
          paragraphs: [t`this link sets a new password for your account at ${site}.`],
          action: {
            label: t`Set a new password`,
            url: linkTo(serverPaths.resetPassword(), { token }),
          },
          footnote: t`The link is good for one hour and works once. If you did not ask for it, leave this mail alone: your password stays.`,
        },
        mailTimes.reset,
      ),
    changed: (user) =>
      send(
        user,
        {
          subject: t`Your password for ${site} was changed`,
          paragraphs: [
            t`the password of your account at ${site} was changed just now, and everybody who was signed in elsewhere is signed out.`,
          ],
          footnote: t`If it was not you, set a new password at once: ${home}${paths.login({ tab: "reset" })}`,
        },
        mailTimes.verify,
      ),
    factorChanged(user, change, passkey) {
      const { subject, said } = factorWords[change]();
      return send(
        user,
        {
          subject: t`${subject} for ${site}`,
          paragraphs: [said, ...(passkey === undefined ? [] : [t`Its name is “${passkey}”.`])],
          footnote: t`If it was not you, set a new password at once: ${home}${paths.login({ tab: "reset" })}`,
        },
        mailTimes.verify,
      );
    },
  };
}
