/**
 * Attributes of what people have written: nobody asked them for the language, so that none is claimed, and speech output
 * goes by the words; each text has the direction of its first letter.
 */
export const written = { dir: "auto", lang: "" } as const;
