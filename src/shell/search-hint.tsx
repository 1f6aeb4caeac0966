import "./search-field.css";

/** See docs/product.md 8.4. The place is there before the words, so that a reader is told of them. */
export function SearchHint({ shown }: { shown: boolean }) {
  return (
    <output className="search-hint">{shown && "Press Enter (Return on Mac) to search."}</output>
  );
}
