import { itemMark, RowProblem } from '../feeds/feed-row.ts'

/** Normalizes a cell to one line of text: NFC, no control characters, single spaces. */
export function cleanText(text: string): string {
  if (isPlain(text)) return text
  return text
    .normalize('NFC')
    .replaceAll(itemMark, ', ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}

/** Tells whether a cell needs no cleaning, as most do: printable ASCII without double or outer spaces. */
function isPlain(text: string): boolean {
  return text === '' || /^[!-~]+(?: [!-~]+)*$/.test(text)
}

/** Normalizes a cell to one line; throws RowProblem when it has more than `most` characters. */
export function limitedText(text: string, column: string, max: number): string {
  const clean = cleanText(text)
  if (clean.length > max) throw new RowProblem(column, 'text_long', { count: clean.length, most: max })
  return clean
}

/** Normalizes a cell to text that keeps its line breaks. */
export function longText(text: string, column: string, max: number): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => limitedText(line, column, max))
    .join('\n')
    .trim()
    .slice(0, max)
}

/** Splits a cell into list items, without empty and repeated ones. */
export function itemsOf(text: string, separator: string): string[] {
  const items = text.includes(itemMark) ? text.split(itemMark) : text.split(separator)
  return [...new Set(items.map(cleanText).filter((item) => item !== ''))]
}

/** Splits a cell into its parts by position; an empty part stays empty. */
export function splitCell(text: string, separator: string | undefined): string[] {
  if (text.includes(itemMark)) return text.split(itemMark).map(cleanText)
  return separator === undefined ? [cleanText(text)] : text.split(separator).map(cleanText)
}
