import { itemMark, RowProblem } from '../feeds/feed-row.ts'

/** A cell as one line of text: composed letters, no control characters, single spaces. */
export function cleanText(text: string): string {
  if (isPlain(text)) return text
  return text
    .normalize('NFC')
    .replaceAll(itemMark, ', ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}

/** Most cells need no cleaning: printable ASCII without double or outer spaces. */
function isPlain(text: string): boolean {
  return text === '' || /^[!-~]+(?: [!-~]+)*$/.test(text)
}

/** Clean text of at most `most` characters, or a problem of that column. */
export function limitedText(text: string, column: string, most: number): string {
  const clean = cleanText(text)
  if (clean.length > most)
    throw new RowProblem(column, `The text is ${clean.length} characters long; at most ${most} are allowed.`)
  return clean
}

/** Several lines of text: line breaks stay. */
export function longText(text: string, column: string, most: number): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => limitedText(line, column, most))
    .join('\n')
    .trim()
    .slice(0, most)
}

/** The items of a list in one cell, without empty and repeated ones. */
export function itemsOf(text: string, separator: string): string[] {
  const items = text.includes(itemMark) ? text.split(itemMark) : text.split(separator)
  return [...new Set(items.map(cleanText).filter((item) => item !== ''))]
}

/** The pieces of a cell in their order; an empty piece stays empty. */
export function piecesOf(text: string, separator: string | undefined): string[] {
  if (text.includes(itemMark)) return text.split(itemMark).map(cleanText)
  return separator === undefined ? [cleanText(text)] : text.split(separator).map(cleanText)
}
