import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { InfoIcon } from "@phosphor-icons/react/dist/csr/Info";
import { MoonIcon } from "@phosphor-icons/react/dist/csr/Moon";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { toast as sonner, Toaster, type ExternalToast } from "sonner";
import { keepInFront } from "./keep-in-front.ts";
import type { ToastTone } from "./toast.ts";
import "./toaster.css";

const icons: Record<ToastTone, ReactNode> = {
  success: <CheckCircleIcon size={20} weight="fill" className="text-moss" />,
  error: <WarningCircleIcon size={20} weight="fill" className="text-rust" />,
  warning: <WarningCircleIcon size={20} weight="fill" className="text-ochre" />,
  theme: <MoonIcon size={20} weight="fill" className="text-patina" />,
  message: <InfoIcon size={20} weight="fill" className="text-patina" />,
};

let raise: (() => void) | null = null;

/**
 * Toasts have a React root of their own, beside the page, so they survive every navigation. See docs/product.md 9.2.
 */
function mount(): () => void {
  const layer = document.createElement("div");
  layer.className = "toast-layer";
  createRoot(layer).render(
    <Toaster
      position="top-center"
      duration={4000}
      visibleToasts={3}
      gap={14}
      closeButton
      style={{ "--width": "356px" } as React.CSSProperties}
      toastOptions={{ className: "toast" }}
    />,
  );
  return keepInFront(layer);
}

/**
 * An action after which the focus is at once back where it was. The library gives it back when something else is focused,
 * and so would take it from a field that is pressed next.
 */
function leaving(action: ExternalToast["action"]): ExternalToast["action"] {
  if (typeof action !== "object" || action === null || !("onClick" in action)) return action;
  return {
    ...action,
    onClick(event) {
      action.onClick(event);
      event.currentTarget.blur();
    },
  };
}

/** Shows a toast: top centre, 356 px wide, for four seconds by default, in front of dialogs. */
export function toast(tone: ToastTone, title: string, options: ExternalToast) {
  if (raise === null) raise = mount();
  else raise();
  sonner(title, { icon: icons[tone], ...options, action: leaving(options.action) });
}
