const units = [
  'kr|varv/min|sidor|pages|kärnor|cores|stift|pins',
  '[kMGT]?B|[kMG]?Hz|[mk]?W|m?Wh|m?Ah?|V|[cm]?m|k?g|rpm|dpi|ns|dB|tum|inch|MT/s|Gb/s',
].join('|')

const unit = `(?:${units})(?![\\p{L}\\p{N}])`

/** A space between a number and its unit, between its thousands, or around the sign of several of an amount. */
const innerSpaces = new RegExp(
  `(?<=\\d) (?=${unit})|(?<=(?<!\\d)\\d{1,3}) (?=\\d{3} ${unit})|(?<=\\d) (?=×)|(?<=×) (?=\\d)`,
  'gu',
)

const codeShapes = [
  '[\\p{Lu}\\p{N}]{2,10}(?:[-–][\\p{Lu}\\p{N}]{1,8}){1,2}',
  '[\\p{L}\\p{N}]{1,8}-[\\p{Lu}\\p{N}]{1,3}',
  '\\p{L}-\\p{Ll}{2,16}',
]

/** A short code or word with its hyphens: "USB-C" in "USB-C-laddare", "KB-10005-SWISS", "G1–G3", "e-post". */
const codes = new RegExp(`(?<![\\p{L}\\p{N}])(${codeShapes.join('|')})(?![\\p{L}\\p{N}])`, 'u')

/** Keeps the amounts of a text on one line: "2 × 16 GB" does not break behind its 16. */
export function unbrokenAmounts(text: string): string {
  return text.replaceAll(innerSpaces, '\u00a0')
}

/** Splits a text with unbroken amounts so that every second part is a code that must not break at its hyphen. */
export function unbrokenParts(text: string): string[] {
  return unbrokenAmounts(text).split(codes)
}
