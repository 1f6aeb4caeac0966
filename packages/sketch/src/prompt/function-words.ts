/** Words that carry no picture of their own: grammar, and words for "a picture". */
const FUNCTION_WORDS = new Set(
  `a an the and or but nor so yet as if than then that this these those it its his her their our my your
  of in on at to by for from with without within into onto over under above below near beside between among
  amongst amid behind before after beyond around across along against through throughout during up down off out
  inside outside upon toward towards via per vs is are was were be been being am has have had having do does did
  doing there here where when while which who whom whose what how why not no excluding minus plus also very
  really quite rather too just only some any each every all both more most much many few several other another
  such same own he she they them him we us you i me s t
  image picture photo photograph photography photos pictures images depicting depiction showing shows featuring
  features made style styled view scene background foreground art artwork`.split(/\s+/),
);

/** Whether a word says something that an engine could draw or fail to draw. */
export function isContentWord(form: string): boolean {
  return form !== "" && !FUNCTION_WORDS.has(form);
}
