import "./search-field.css";

/** See docs/product.md 8.4. The live region exists before its text, so that screen readers announce it. */
export function SearchHint({ shown }: { shown: boolean }) {
  return (
    <output className="search-hint">{shown && "Press Enter (Return on Mac) to search."}</output>
  );
}
