import type { Mail } from "#app/lib/mail.ts";

/** What takes mails away: a mail server, or a folder that the operator reads. */
export type Mailer = {
  /** "smtp" promises that mails reach people; "folder" only that the operator can read them. */
  kind: "smtp" | "folder";
  /** Where mails go, in words for the operator; without a password. */
  target: string;
  /**
   * Hands over one mail. A second time with the same id does no harm: the file is the same, and a mail
   * server can tell by the Message-ID.
   * @throws MailRefused when trying again is of no use; Error for all that may pass
   */
  deliver(mail: Mail): Promise<void>;
  /** Deletes mails to or of an address that are kept here; none where they have left. @returns how many */
  forget(address: string): Promise<number>;
  close(): Promise<void>;
};

/** The mail server will not take this mail, now or later (a 5xx answer). */
export class MailRefused extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "MailRefused";
  }
}
