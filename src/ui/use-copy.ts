import { useEffect, useState } from "react";
import { t } from "#app/language/message.ts";
import { showToast } from "./toast.ts";

/** How long the check mark is shown after a copy, in ms (docs/product.md 9.2). */
const tickMs = 1200;

/** Copies text and briefly remembers which text was copied. */
export function useCopy(): {
  copied: string | null;
  copy: (text: string, notice?: string) => void;
} {
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return undefined;
    const timer = setTimeout(() => setCopied(null), tickMs);
    return () => clearTimeout(timer);
  }, [copied]);
  async function write(text: string, notice?: string) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      void showToast("error", t`Copying is not allowed here`);
      return;
    }
    setCopied(text);
    if (notice) void showToast("success", notice);
  }
  return {
    copied,
    copy: (text, notice) => void write(text, notice),
  };
}
