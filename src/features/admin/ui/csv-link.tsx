import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { t } from "#app/language/message.ts";
import { paths, type AdminCsv } from "#app/paths.ts";
import { ButtonAnchor } from "#app/ui/button.tsx";

type CsvLinkProps = {
  list: AdminCsv;
  /** The filters of the page; the download has all rows that they let through. */
  query?: Readonly<Record<string, string | null>>;
};

/** Downloads the whole list as CSV, with the filters that are set. */
export function CsvLink({ list, query }: CsvLinkProps) {
  return (
    <ButtonAnchor
      look="soft"
      size="small"
      href={paths.api.adminCsv(list, query)}
      download
      aria-label={t`Download this list as CSV`}
    >
      <DownloadSimpleIcon size={16} aria-hidden />
      {t`CSV`}
    </ButtonAnchor>
  );
}
