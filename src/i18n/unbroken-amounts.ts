const units = '[kMGT]?B|[kMG]?Hz|[mk]?W|m?Wh|m?Ah?|V|[cm]?m|k?g|rpm|dpi|ns|dB|tum|inch|MT/s|Gb/s'

/** A space between a number and its unit, or around the sign of several of an amount. */
const innerSpaces = new RegExp(`(?<=\\d) (?=(?:${units})(?![\\p{L}\\p{N}]))|(?<=\\d) (?=×)|(?<=×) (?=\\d)`, 'gu')

/** Keeps the amounts of a text on one line: "2 × 16 GB" does not break behind its 16. */
export function unbrokenAmounts(text: string): string {
  return text.replaceAll(innerSpaces, '\u00a0')
}
