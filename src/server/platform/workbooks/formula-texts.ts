/** A cell with a formula and no value: programs that write files without calculating them leave it out. */
const uncalculated =
  /<((?:\w{1,20}:)?)c((?:\s[^<>]*)?)>\s*<\1f(?:\s[^<>]*)?(?:\/>|>([^<>]*)<\/\1f>)\s*(?:<\1v\s*\/>|<\1v>\s*<\/\1v>)?\s*<\/\1c>/g

/** Gives the cells of a sheet whose formula has no value the text of the formula, so that they are not taken as empty. */
export function withFormulaTexts(sheet: string): string {
  return sheet.replace(
    uncalculated,
    (_cell, prefix: string, attributes: string, formula = '') =>
      `<${prefix}c${attributes.replace(/\st=(?:"[^"]*"|'[^']*')/, '')} t="str">` +
      `<${prefix}v>=${formula.trim()}</${prefix}v></${prefix}c>`,
  )
}
