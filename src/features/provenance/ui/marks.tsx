import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Link } from "#app/ui/link.tsx";

/** Says on the status page which marks pictures get here. */
export function Marks({ signs }: { signs: boolean }) {
  return (
    <p className="text-ink-2">
      {signs
        ? t`Pictures get a watermark and a signed manifest. `
        : t`Pictures get a watermark and XMP metadata. This machine cannot sign manifests. `}
      <Link className="link" to={paths.verify()}>
        {t`Verify a picture`}
      </Link>
    </p>
  );
}
