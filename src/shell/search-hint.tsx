/** See docs/product.md 8.4. The place is there before the words, so that a reader is told of them. */
import "./search-field.css";
export function SearchHint({ shown }: { shown: boolean }) {
  return (
    <output className="search-hint">{shown && "Press Enter (Return on Mac) to search."}</output>
  );
}
