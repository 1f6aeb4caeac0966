import type { ExternalToast } from "sonner";

export type ToastTone = "success" | "error" | "warning" | "theme" | "message";
type ToastOptions = Pick<ExternalToast, "description" | "duration" | "id" | "action">;

/** The toaster is loaded with the first toast, so that no page waits for it. */
export async function showToast(tone: ToastTone, title: string, options: ToastOptions = {}) {
  const { toast } = await import("./toaster.tsx");
  toast(tone, title, options);
}
