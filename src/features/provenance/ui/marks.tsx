import { Link } from "react-router";
import { paths } from "#app/paths.ts";

/** Says on the status page which marks pictures get here. */
export function Marks({ signs }: { signs: boolean }) {
  return (
    <p className="text-ink-2">
      {signs
        ? "Pictures get a watermark and a signed manifest. "
        : "Pictures get a watermark and XMP metadata. This machine cannot sign manifests. "}
      <Link className="link" to={paths.verify()}>
        Verify a picture
      </Link>
    </p>
  );
}
