import { useEffect, useRef } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { popularSearches } from "#app/rules/popular-searches.ts";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import "#app/ui/chip.css";
import "./wall-text.css";

/** The wall text: the page's headline, as a cell of the masonry across two columns. */
export function WallText() {
  const { slugSearch } = useSite();
  const cell = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = cell.current;
    if (element === null) return undefined;
    // The style sheet reserves room for the text at its usual size; larger text grows the room.
    const observer = new ResizeObserver(() => {
      element.parentElement?.style.setProperty("--text-real", `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={cell} className="walltext" aria-labelledby="wall-title">
      <h1 className="title-xl max-w-[12.5ch]" id="wall-title">
        {t`Where fragments echo, and visions take form.`}
      </h1>
      <p>
        {t`A public wall of pictures cast by promptsmiths. Open one to read the words behind it, then remix it into your own.`}
      </p>
      <nav className="walltext-chips" aria-label={t`Popular searches`}>
        {popularSearches.map((word) => (
          <Link key={word} className="chip" to={paths.search(word, slugSearch)}>
            {word}
          </Link>
        ))}
      </nav>
    </section>
  );
}
