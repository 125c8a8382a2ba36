/**
 * Texts that a spreadsheet would calculate as a formula, or would lose the beginning of. Spreadsheets in East Asian
 * languages read the full-width signs like the others.
 */
const formula = /^'*\s*[=+\-@|＝＋－＠｜]|^'*[\t\r\n]/

/** Keeps a text from being a formula by an apostrophe before it, which `unescapeFormula` takes off again. */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** Takes the apostrophe of `escapeFormula` off a cell. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
