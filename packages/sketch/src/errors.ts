/** Why a picture was not drawn. */
export type SketchErrorKind = "cancelled" | "invalid-request" | "internal";

/** A picture that was not drawn. `userMessage` is one sentence that may be shown to the user. */
export class SketchError extends Error {
  override readonly name = "SketchError";
  readonly kind: SketchErrorKind;
  readonly userMessage: string;

  constructor(kind: SketchErrorKind, userMessage: string, options?: ErrorOptions) {
    super(userMessage, options);
    this.kind = kind;
    this.userMessage = userMessage;
  }
}
