import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { api } from "./api.ts";
import "./fresh-pill.css";

type FreshProps = {
  /** Ids of the wall's first pictures, the newest first. */
  known: readonly string[];
};

/** How often the wall asks for new pictures while it is looked at, in ms. */
const askEveryMs = 20_000;
/** Pictures that are asked for; with all of them new there may be more. */
const asked = 12;

/** How many pictures have come since; the wall's own newest ends the count. */
function countNew(items: readonly { id: string }[], known: readonly string[]): number {
  const here = new Set(known);
  const at = items.findIndex(({ id }) => here.has(id));
  return at === -1 ? items.length : at;
}

/**
 * Says that others have cast while the wall is looked at, and hangs their pictures at a press: nothing moves by
 * itself under the eyes of whoever looks.
 */
export function FreshPill({ known }: FreshProps) {
  const { revalidate, state } = useRevalidator();
  const [fresh, setFresh] = useState<{ of: readonly string[]; count: number } | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await api.get("/api/pictures", {
        query: { limit: asked },
        signal: left.signal,
      });
      if (left.signal.aborted || !answer.ok) return;
      setFresh({ of: known, count: countNew(answer.data.items, known) });
    };
    void ask();
    const timer = setInterval(() => void ask(), askEveryMs);
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [known]);
  const count = fresh?.of === known ? fresh.count : 0;
  async function show() {
    await revalidate();
    scrollTo({ top: 0 });
  }
  return (
    <output className="fresh">
      {count > 0 && (
        <Button look="primary" size="small" disabled={state !== "idle"} onClick={() => void show()}>
          <Icon name="plus" size={18} />
          {count === 1 ? "1 new picture" : `${count === asked ? `${count}+` : count} new pictures`}
        </Button>
      )}
    </output>
  );
}
