import type { ReactNode } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { written } from "#app/ui/written.ts";

type EditHeadProps = {
  /** Title of the picture. */
  title?: string;
  children?: ReactNode;
};

/** The heading of the editor, with what its page adds, and the way to the studio. */
export function EditHead({ title, children }: EditHeadProps) {
  return (
    <header className="mb-3 flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="title-medium">{t`Edit`}</h1>
      {title && (
        <span {...written} className="min-w-0 flex-1 truncate text-ink-2">
          {title}
        </span>
      )}
      {children}
      <span className="ms-auto flex max-md:hidden">
        <ButtonLink look="quiet" size="small" to={paths.studio()}>
          {t`Create/Remix`}
        </ButtonLink>
      </span>
    </header>
  );
}
