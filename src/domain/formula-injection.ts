/**
 * Texts that a spreadsheet would calculate as a formula, or would lose the beginning of. Spreadsheets in East Asian
 * languages read the full-width signs like the others.
 */
const formula = /^'*\s*[=+\-@|＝＋－＠｜]|^'*[\t\r\n]/

/**
 * Where a text becomes a cell of its own, and a formula, in a spreadsheet that separates cells by another sign than the
 * file: it reads quotes only at the beginning of a cell, and begins a row at each line break.
 */
const insideCell = /[,;\t\r\n](?=(?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])/g
const escapedInsideCell = /([,;\t\r\n])'(?=(?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])/g

/** Keeps a text from being a formula by an apostrophe before it, which `unescapeFormula` takes off again. */
export function escapeFormula(text: string): string {
  const end = lastCall(text)
  const inside = end === -1 ? text : text.replace(insideCell, (sign, at: number) => (at < end ? `${sign}'` : sign))
  return formula.test(inside) ? `'${inside}` : inside
}

/** Takes the apostrophes of `escapeFormula` off a cell. */
export function unescapeFormula(cell: string): string {
  const text = cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
  const end = lastCall(text)
  return end === -1
    ? text
    : text.replace(escapedInsideCell, (found, sign: string, at: number) => (at < end ? sign : found))
}

/** Formulas that do harm call a function, or refer to a program or another file. */
function lastCall(text: string): number {
  return Math.max(text.lastIndexOf('('), text.lastIndexOf('!'), text.lastIndexOf('|'))
}
