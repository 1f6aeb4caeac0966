import { t } from "#app/language/message.ts";
import { Alert } from "#app/ui/alert.tsx";

type DetailsTroubleProps = {
  isSlow: boolean;
  again: () => Promise<void>;
};

/** Says that the details of a picture load slowly or failed to load. */
export function DetailsTrouble({ isSlow, again }: DetailsTroubleProps) {
  if (isSlow) {
    return <output className="text-13 text-ink-3">{t`The details are slow to load.`}</output>;
  }
  return (
    <Alert>
      <span className="flex-1">{t`The details did not load. Check the connection.`}</span>
      <button type="button" className="link" onClick={() => void again()}>
        {t`Try again`}
      </button>
    </Alert>
  );
}
