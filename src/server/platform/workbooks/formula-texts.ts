const name = String.raw`((?:\w{1,20}:)?)`
const attributes = String.raw`(?:\s[^<>]*)?`
const formula = String.raw`<\1f${attributes}(?:/>|>([^<>]*)</\1f>)`
const noValue = String.raw`(?:<\1v\s*/>|<\1v>\s*</\1v>)?`
/** A cell with a formula and no value: programs that write files without calculating them leave it out. */
const uncalculated = new RegExp(String.raw`<${name}c(${attributes})>\s*${formula}\s*${noValue}\s*</\1c>`, 'g')

/** Gives cells of a sheet whose formula has no value the text of the formula, so that they are not taken as empty. */
export function withFormulaTexts(sheet: string): string {
  return sheet.replace(
    uncalculated,
    (_cell, prefix: string, own: string, written = '') =>
      `<${prefix}c${own.replace(/\st=(?:"[^"]*"|'[^']*')/, '')} t="str">` +
      `<${prefix}v>=${written.trim()}</${prefix}v></${prefix}c>`,
  )
}
