import type { ExternalToast } from "sonner";

export type ToastTone = "success" | "error" | "warning" | "theme" | "message";
type ToastOptions = Pick<ExternalToast, "description" | "duration" | "id" | "action">;

/** Toasts are loaded with the first one: no page pays for them before. */
export async function showToast(tone: ToastTone, title: string, options: ToastOptions = {}) {
  const { toast } = await import("./toaster.tsx");
  toast(tone, title, options);
}
