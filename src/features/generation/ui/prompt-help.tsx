import { MagicWandIcon } from "@phosphor-icons/react/dist/csr/MagicWand";
import { t } from "#app/language/message.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { PromptHelp } from "./use-prompt-help.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Alert } from "#app/ui/alert.tsx";
import "./composer-note.css";

/** Requests a better prompt; while the request runs the same button cancels it. */
export function HelpButton({ help, blank }: { help: PromptHelp; blank: boolean }) {
  const asking = help.state.is === "asking";
  return (
    <IconButton
      size="small"
      label={asking ? t`Stop asking for better words` : t`Enhance your words`}
      title={asking ? t`Stop` : t`Enhance`}
      disabled={blank}
      onClick={help.press}
    >
      {asking ? <Spinner /> : <MagicWandIcon size={18} />}
    </IconButton>
  );
}

/** The result of the last request, with a button that restores the member's own prompt. */
export function HelpNote({ help }: { help: PromptHelp }) {
  const { state } = help;
  if (state.is === "refused") {
    const { detail, title } = state.problem;
    return (
      <Alert icon className="mx-5 mb-3">
        {t`${detail ?? title}. Your words are as they were.`}
      </Alert>
    );
  }
  if (state.is !== "helped") return state.is === "asking" ? <Asking /> : null;
  return (
    <output className="composer-note">
      <span className="min-w-0 flex-1">
        {t`A language model wrote these words. Read them before you cast.`}
      </span>
      <Button look="quiet" size="small" onClick={help.undo}>
        {t`Undo`}
      </Button>
    </output>
  );
}

function Asking() {
  return <output className="sr-only">{t`Looking for better words`}</output>;
}
