/** A line of a text that two texts have in common, or only one of them has. */
export type ComparedLine = { readonly text: string; readonly is: 'same' | 'added' | 'removed' }

/** Texts of more lines are compared as a whole. */
const maxLines = 1_500

/** HTML in lines, one for each paragraph, heading, entry or row. */
export function linesOf(html: string): string[] {
  return html
    .replaceAll('\r\n', '\n')
    .replaceAll(/<\/(?:p|h[2-4]|li|ul|ol|tr|table|thead|tbody|div)>|<(?:hr|br)\s*\/?>/g, '$&\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Compares two texts line by line: the shortest way from `before` to `after`. */
export function compareLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const rest = Math.min(before.length, after.length) - start
  while (end < rest && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [own, other] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const middle =
    Math.max(own.length, other.length) > maxLines
      ? [...markLines(own, 'removed'), ...markLines(other, 'added')]
      : longestCommon(own, other)
  return [
    ...markLines(before.slice(0, start), 'same'),
    ...middle,
    ...markLines(before.slice(before.length - end), 'same'),
  ]
}

function markLines(lines: readonly string[], is: ComparedLine['is']): ComparedLine[] {
  return lines.map((text) => ({ text, is }))
}

/** The longest common subsequence of two lists, with what is between its parts. */
function longestCommon(own: readonly string[], other: readonly string[]): ComparedLine[] {
  const length = commonLengths(own, other)
  const lines: ComparedLine[] = []
  let [row, column] = [0, 0]
  while (row < own.length && column < other.length) {
    const [one = '', two = ''] = [own[row], other[column]]
    if (one === two) {
      lines.push({ text: one, is: 'same' })
      row += 1
      column += 1
    } else if (length(row + 1, column) >= length(row, column + 1)) {
      lines.push({ text: one, is: 'removed' })
      row += 1
    } else {
      lines.push({ text: two, is: 'added' })
      column += 1
    }
  }
  return [...lines, ...markLines(own.slice(row), 'removed'), ...markLines(other.slice(column), 'added')]
}

/** How many lines two lists have in common from a place in each on. */
function commonLengths(own: readonly string[], other: readonly string[]) {
  const width = other.length + 1
  const lengths = new Uint16Array((own.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = own.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        own[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  return at
}
