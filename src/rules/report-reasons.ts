/** Reasons for reporting a picture, with their labels in the form. */
export const reportReasons = {
  sexual: "Sexual content",
  violence: "Violence or cruelty",
  hate: "Hate or harassment",
  rights: "It uses somebody's work without permission",
  person: "It shows a real person without consent",
  spam: "Spam or misleading",
  other: "Something else",
} as const;

export type ReportReason = keyof typeof reportReasons;
export const reportReasonIds = Object.keys(reportReasons) as ReportReason[];
/** Characters of the note beside a reason. */
export const reportNoteLimit = 500;
