import { t } from "#app/language/message.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** Cursor navigation of a list; renders nothing if there is only one page. */
export function Pager({ first, next }: { first: string | null; next: string | null }) {
  if (first === null && next === null) return null;
  return (
    <nav className="mt-4 flex gap-2" aria-label={t`Pages`}>
      {first !== null && (
        <ButtonLink look="soft" size="small" to={first}>
          {t`First page`}
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink look="soft" size="small" to={next}>
          {t`Next page`}
        </ButtonLink>
      )}
    </nav>
  );
}
