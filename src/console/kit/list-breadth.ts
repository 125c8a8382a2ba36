import type { ListCell, ListPage } from '../../contracts/console/lists.ts'

/** Widths of frames, in pixels, at which lists change their form: ListView has a class for each. */
const steps = [600, 700, 850, 1000, 1150] as const
const widest = 1300
type Breadth = (typeof steps)[number] | typeof widest

/** A letter of the console's text, a letter of a head, and what a cell has beside its text, in pixels. */
const [letter, headLetter, around] = [8, 7, 18]
/** Letters of a text that takes several lines without becoming a column of single words. */
const [minLine, minLongLine] = [13, 22]
/** Texts of more letters have lines as long as those of a column for long texts. */
const longText = 40
/** Letters of the longest text, word, and word of a head that one column has room for. */
const [shortText, shortWord, headWord] = [24, 14, 12]
const tickWidth = 44

/**
 * How wide a frame must be for a list to be a table: what cannot be broken stands on one line, other texts have lines
 * of a useful length. A list of more columns than the widest step can hold has the widest.
 * @returns pixels
 */
export function breadthOf({ columns, rows }: Pick<ListPage, 'columns' | 'rows'>, isSelectable: boolean): Breadth {
  const shown = columns.filter(({ isShown }) => isShown)
  const widths = shown.map(({ name, label, isLong, isAmount }) => {
    const cells = rows.flatMap(({ cells: { [name]: cell } }) => (cell ? [cell] : []))
    const line = isLong || cells.some(({ text }) => text.length > longText) ? minLongLine : minLine
    const letters = cells.map((cell) => (isAmount ? cell.text.length : lettersOf(cell, line)))
    return around + Math.max(headLetter * longestWord(label), letter * Math.max(0, ...letters))
  })
  const needed = widths.reduce((sum, width) => sum + width, isSelectable ? tickWidth : 0)
  return steps.find((step) => step >= needed) ?? widest
}

/** Whether a column takes the room of two where a row has several lines. */
export function isWide(column: ListPage['columns'][number], rows: ListPage['rows']): boolean {
  if (column.isAmount) return false
  if (longestWord(column.label) > headWord) return true
  return rows.some(({ cells: { [column.name]: cell } }) => {
    if (!cell || cell.field) return false
    return [cell.text, cell.second ?? ''].some((each) => each.length > shortText || longestWord(each) > shortWord)
  })
}

function lettersOf({ text, second, tone, picture, field }: ListCell, line: number): number {
  if (picture) return 6
  if (field) return field.options ? Math.max(...field.options.map(({ label }) => label.length)) + 5 : 12
  const inLines = (each: string) => Math.max(Math.min(each.length, line), longestWord(each))
  return Math.max(tone ? text.length + 2 : inLines(text), inLines(second ?? ''))
}

/** A word of more letters than any column is wide is broken. */
const longestWord = (text: string) => Math.min(24, Math.max(...text.split(/[\s-]+/).map(({ length }) => length)))

const moment = /^(\d{4}-\d\d-\d\d( \d\d:\d\d)?|\d{1,2} \p{L}+ \d{4}(, \d\d:\d\d)?)$/u

/** Whether a cell is a day or a time, which is read as one word: `23 Nov 2026, 19:35`. */
export function isMoment(cell: ListCell | undefined): boolean {
  return moment.test(cell?.text ?? '')
}
