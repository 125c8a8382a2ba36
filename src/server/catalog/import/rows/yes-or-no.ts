import { RowProblem } from '../feeds/feed-row.ts'

const yesWords = new Set(['true', 'yes', 'ja', '1', 'y', 'x'])
const noWords = new Set(['false', 'no', 'nej', '0', 'n'])

/** Reads a yes or no in English or Swedish. Throws RowProblem. */
export function yesOrNo(text: string, column: string): boolean {
  const word = text.toLowerCase()
  if (yesWords.has(word)) return true
  if (noWords.has(word)) return false
  throw new RowProblem(column, 'not_yes_no', { text: text.slice(0, 40) })
}
