import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { CopyIcon } from "@phosphor-icons/react/dist/csr/Copy";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { t } from "#app/language/message.ts";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { useSite } from "#app/ui/site.ts";
import { useCopy } from "#app/ui/use-copy.ts";
import "./two-factor.css";

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { appName, serverUrl } = useSite();
  const { copied, copy } = useCopy();
  const text = codes.join("\n");
  const file = t`Recovery codes for ${appName} (${serverUrl})
Each is good once.

${text}
`;
  return (
    <div className="mt-3 grid gap-4">
      <p className="text-ink-2">
        {t`Each of these codes signs you in once without your phone. They are not shown again: keep them in a safe place.`}
      </p>
      <ul className="recovery-codes" aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="soft" onClick={() => copy(text, t`Recovery codes copied`)}>
          {copied === text ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
          {t`Copy`}
        </Button>
        <ButtonAnchor
          look="soft"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
        >
          <DownloadSimpleIcon size={18} />
          {t`Download`}
        </ButtonAnchor>
        <Button look="primary" onClick={onDone}>
          {t`I have kept them`}
        </Button>
      </div>
    </div>
  );
}
