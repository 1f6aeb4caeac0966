import { t } from "#app/language/message.ts";

/** Reasons for reporting a picture, with their labels in the form: functions, because the server uses them too. */
export const reportReasons = {
  sexual: () => t`Sexual content`,
  violence: () => t`Violence or cruelty`,
  hate: () => t`Hate or harassment`,
  rights: () => t`It uses somebody's work without permission`,
  person: () => t`It shows a real person without consent`,
  spam: () => t`Spam or misleading`,
  other: () => t`Something else`,
} as const satisfies Record<string, () => string>;

export type ReportReason = keyof typeof reportReasons;
export const reportReasonIds = Object.keys(reportReasons) as ReportReason[];
/** Characters of the note beside a reason. */
export const reportNoteLimit = 500;
