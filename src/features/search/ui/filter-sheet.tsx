import { m, plural, t } from "#app/language/message.ts";
import { styles } from "#app/rules/search-styles.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Popover } from "#app/ui/popover.tsx";
import { useSite } from "#app/ui/site.ts";
import { ColorChoice } from "./color-choice.tsx";
import { countText, type Total } from "./count-text.ts";
import { noFilters, searchAddress, type SearchState } from "./search-state.ts";
import { ShapeChoice } from "./shape-choice.tsx";
import "#app/ui/chip.css";
import "./filter-sheet.css";

export const sheetId = "filter-sheet";

type SheetProps = {
  state: SearchState;
  /** null when it was not counted */
  total: Total | null;
};

/** The filters of a small screen, in a bottom sheet; each applies as soon as it is pressed. */
export function FilterSheet({ state, total }: SheetProps) {
  const { slugSearch } = useSite();
  const set = (changes: Partial<SearchState>) => searchAddress(state, slugSearch, changes);
  return (
    <Popover id={sheetId} className="filter-sheet" label={t`Filters`}>
      <div className="flex items-center justify-between">
        <h2 className="title-small">{t`Filters`}</h2>
        <Link className="link text-14" to={set(noFilters)} preventScrollReset>
          {t`Clear all`}
        </Link>
      </div>
      <h3 className="label mt-4 mb-2">{t`Shape`}</h3>
      <ShapeChoice state={state} narrow />
      <h3 className="label mt-5 mb-2.5">{t`Colour`}</h3>
      <ColorChoice key={`${state.color} ${state.closeness}`} state={state} />
      <h3 className="label mt-5 mb-2.5">{t`Style`}</h3>
      <ul className="flex flex-wrap gap-2">
        {styles.map(({ id, label }) => {
          const chosen = id === state.style;
          return (
            <li key={id}>
              <Link
                className={`chip h-[38px] ${chosen ? "chip-on" : ""}`}
                to={set({ style: chosen ? null : id })}
                preventScrollReset
                aria-current={chosen ? "true" : undefined}
              >
                {label.toLowerCase()}
              </Link>
            </li>
          );
        })}
      </ul>
      <Button
        look="primary"
        className="mt-5 h-12 w-full"
        popoverTarget={sheetId}
        popoverTargetAction="hide"
      >
        {total === null
          ? t`Show the images`
          : plural(
              total.count,
              m`Show ${countText(total)} image`,
              m`Show ${countText(total)} images`,
            )}
      </Button>
    </Popover>
  );
}
