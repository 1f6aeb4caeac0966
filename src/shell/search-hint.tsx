/** Specification, section 8: Search hint. The place is there before the words, so that a reader is told of them. */
export function SearchHint({ shown }: { shown: boolean }) {
  return (
    <output className="search-hint">{shown && "Press Enter (Return on Mac) to search."}</output>
  );
}
