import { calledName } from './xss-strings.ts'

/** So many places of a document are tried. */
const maxPlaces = 4
/** A text or the value of an attribute that has an escaped sign, and calls the function. */
const places = [
  new RegExp(`(?<=>)[^<>]*${calledName}[^<>]*(?=<)`, 'g'),
  new RegExp(`(?<== ?")[^"]*${calledName}[^"]*(?=")`, 'g'),
]

/** Copies of an answer as a shop would give it that forgets to escape: in each copy another place is not escaped. */
export function planted(html: string): string[] {
  const copies = places.flatMap((place) =>
    [...html.matchAll(place)].map(({ 0: text, index }) => ({ text, index, plain: unescaped(text) })),
  )
  const escaped = copies.filter(({ text, plain }) => text !== plain)
  // From the first to the last: what stands in the title of a page does not run.
  const step = Math.max(1, Math.floor(escaped.length / maxPlaces))
  return escaped
    .filter((_, at) => at % step === 0)
    .slice(-maxPlaces)
    .map(({ text, index, plain }) => html.slice(0, index) + plain + html.slice(index + text.length))
}

/** Every place at once. */
export function plantedEverywhere(html: string): string {
  return unescaped(html)
}

function unescaped(text: string): string {
  return text
    .replace(/&(?:lt|#60|#x3c);/gi, '<')
    .replace(/&(?:gt|#62|#x3e);/gi, '>')
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replace(/&(?:apos|#39|#x27);/gi, "'")
    .replace(/&amp;/g, '&')
}
