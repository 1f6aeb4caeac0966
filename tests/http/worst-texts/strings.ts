/** Texts that broke this program or others: each is sent to every text field. */
export const worstTexts: readonly string[] = [
  // Text that PostgreSQL cannot store, and invalid Unicode.
  "\0",
  "a\0b",
  "ends with nul\0",
  "\ud800",
  "\udfff",
  "half an emoji \ud83d",
  "\udc00\ud800 the wrong way round",
  "\\u0000",
  "\\ud800",
  "%00",
  // Empty, and text that looks empty.
  "",
  " ",
  "\t",
  "\r\n",
  "\u00a0",
  "\u200b\u2060",
  "\ufeff",
  "\u202etxt.exe",
  "\u2028\u2029\u0085",
  "\u0001\u0008\u001b[31m\u007f",
  "\ufffe\uffff",
  "\u{10ffff}",
  // Text that grows, shrinks or moves when it is normalised.
  "\ufdfa".repeat(100),
  "İ".repeat(60),
  "ﬃ".repeat(60),
  `Z${"\u0335\u0321\u0353".repeat(50)}`,
  "👩‍👩‍👧‍👦".repeat(20),
  "🧨".repeat(4_000),
  "مرحبا بالعالم",
  // Too long, too deep.
  "a".repeat(10_000),
  "9".repeat(400),
  "(".repeat(200),
  "[".repeat(3_000),
  `${"a ".repeat(500)}!`,
  // Syntax of other languages.
  "' or 1=1 --",
  "'; drop table users; --",
  '"',
  "\\",
  "%",
  "_",
  "\\%",
  "a & | ! <-> b:*",
  "$1",
  "${7*7}{{7*7}}",
  "%s%n%x",
  "</title><script>alert(1)</script>",
  "javascript:alert(1)",
  "//evil.example/x",
  "http://[::1",
  "../../../../etc/passwd",
  "..",
  "/",
  "CON\\aux.jpg",
  // Values that are mistaken for others.
  "null",
  "undefined",
  "NaN",
  "-1",
  "1e309",
  "99999999999999999999",
  "true",
  "[]",
  "{}",
  "__proto__",
  "constructor",
  "0000-00-00",
  "9999-12-31",
  "00000000-0000-0000-0000-000000000000",
  // Invalid cursors.
  "zzzzzzzzz.ffffffffffffffffffffffffffffffff",
  Buffer.from('["\\u0000","\\ud800",1e309]').toString("base64url"),
  Buffer.from('{"rank":"x","id":null}').toString("base64url"),
];

/** Each text is sent hundreds of times. */
const inAddresses = new Map<string, string>();

/**
 * A text as part of a URL. Half a surrogate pair is sent as its own bytes (CESU-8), which no browser sends but any
 * program can.
 */
export function inAddress(text: string): string {
  const known = inAddresses.get(text);
  if (known !== undefined) return known;
  let encoded = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const bytes =
      code >= 0xd800 && code <= 0xdfff
        ? Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)])
        : Buffer.from(character);
    for (const byte of bytes) encoded += `%${byte.toString(16).padStart(2, "0")}`;
  }
  inAddresses.set(text, encoded);
  return encoded;
}

/** False for text that no HTTP client can write into a header. */
export function fitsHeader(text: string): boolean {
  return /^[\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/.test(text);
}
