import "./steady-label.css";

type SteadyLabelProps = {
  /** Every text that the label can have. */
  texts: readonly string[];
  /** The one that is shown. */
  shown: string;
};

/**
 * The changing label of a button. It is as wide as its longest text, so that the buttons beside it stay where they are
 * when it changes: none of them moves under the pointer that pressed it.
 */
export function SteadyLabel({ texts, shown }: SteadyLabelProps) {
  return (
    <span className="steady-label">
      {texts.map((text) => (
        <span key={text} data-shown={text === shown || undefined}>
          {text}
        </span>
      ))}
    </span>
  );
}
