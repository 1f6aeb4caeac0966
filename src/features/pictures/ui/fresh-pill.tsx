import { useRevalidator } from "react-router";
import { plural, t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useQuery } from "#app/ui/data/use-query.ts";
import { api } from "./api.ts";
import "./fresh-pill.css";

type FreshProps = {
  /** Ids of the wall's first pictures, newest first. */
  known: readonly string[];
};

/** How often a visible wall polls for new pictures, in ms. */
const askEveryMs = 20_000;
/** Number of pictures requested; if all of them are new there may be more. */
const asked = 12;

/** The number of new pictures. They are mixed with those of the wall, so that not only the first ones can be new. */
function countNew(items: readonly { id: string }[], known: readonly string[]): number {
  const here = new Set(known);
  return items.filter(({ id }) => !here.has(id)).length;
}

/**
 * Says that there are new pictures and adds them to the wall on a press, so that nothing moves while somebody is
 * looking.
 */
export function FreshPill({ known }: FreshProps) {
  const { revalidate, state } = useRevalidator();
  const { data } = useQuery(
    `new pictures ${known[0] ?? ""}`,
    (signal) => api.get("/api/pictures", { query: { limit: asked }, signal }),
    { everyMs: askEveryMs },
  );
  const count = data === null ? 0 : countNew(data.items, known);
  async function show() {
    await revalidate();
    scrollTo({ top: 0 });
  }
  return (
    <output className="fresh">
      {count > 0 && (
        <Button look="primary" size="small" disabled={state !== "idle"} onClick={() => void show()}>
          <Icon name="plus" size={18} />
          {count === asked
            ? t`${count}+ new pictures`
            : plural(count, "1 new picture", "# new pictures")}
        </Button>
      )}
    </output>
  );
}
