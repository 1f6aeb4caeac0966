/**
 * Click handler for a button of consequence: it acts on a first click only. The second click of a double-click may hit
 * another button than the first, which has moved, was replaced, or took its row with it.
 */
export function firstClick(act: () => void) {
  return (event: { detail: number }) => {
    if (event.detail < 2) act();
  };
}
