/** From this share on a file shows the whole of a picture. */
const wholeFrom = 0.98;
/** Share of a mark's bits that must be right, where all bits come from the file itself: 6 deviations above chance. */
const ofWhole = 0.7;
/** The same for a part of a picture: what is missing is taken from the known one, which makes up to two thirds right. */
const ofPart = 0.78;

/**
 * Whether the bits that were found of a known picture's mark show that a file was made from it (docs/provenance.md).
 * @param found agreement: share of the right bits; covered: share of the picture that the file shows, both 0 to 1
 */
export const showsMark = ({
  agreement,
  covered,
}: {
  agreement: number;
  covered: number;
}): boolean => agreement >= (covered >= wholeFrom ? ofWhole : ofPart);
