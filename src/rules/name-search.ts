/** Longest search for a creator's name, in characters. */
export const longestNameSearch = 60;
