/** Characters of a search for a creator's name. */
export const longestNameSearch = 60;
