const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
/** A block ends a line. */
const lineEnd = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/ul|\/ol|\/table)\b[^<>]*>/gi
/** What browsers do not show; one without an end runs to the end of the text, as in browsers. */
const unread = /<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi
const tag = /<\/?[a-z][^<>]*>/gi

/** Of a longer description nothing after this is read: no site shows as much. */
const maxRead = 100_000

/** The plain text of a description, which suppliers may have written as HTML: one line for each block. */
export function plainDescription(text: string): string {
  const withoutTags = text.slice(0, maxRead).replace(unread, ' ').replace(lineEnd, '\n').replace(tag, ' ')
  return withoutTags
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hexadecimal, name) =>
      character(whole, { decimal, hexadecimal, name }),
    )
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

type Reference = { decimal?: string; hexadecimal?: string; name?: string }

function character(whole: string, { decimal, hexadecimal, name }: Reference): string {
  if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}

/** The beginning of a text, without half a character at its end. */
export function shortened(text: string, maxLength: number): string {
  const short = text.length > maxLength ? text.slice(0, maxLength) : text
  return short.replace(/[\uD800-\uDBFF]$/, '').trim()
}

/** One line of text. */
export function oneLine(text: string, maxLength: number): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), maxLength)
}
