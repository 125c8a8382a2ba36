// A tag ends before the next one begins: `[^>]*` would read a sheet of tags without ends once for each of them.
const rowOrCell = /<((?:\w+:)?(row|c))(?=[\s/>])([^<>]*)>/g
const placeOf = /\sr=["']([A-Z]*)(\d+)["']/
const cellWithoutPlace = /<(?:\w+:)?c(?=[\s/>])(?![^<>]*\sr=)/

/**
 * The XML of a sheet in which every cell says its place. Some programs leave places out where cells follow each other,
 * and read-excel-file needs them.
 */
export function addCellReferences(xml: string): string {
  if (!cellWithoutPlace.test(xml)) return xml
  let row = 0
  let column = 0
  return xml.replaceAll(rowOrCell, (tag: string, name: string, kind: string, attributes: string) => {
    const [, letters = '', number] = placeOf.exec(attributes) ?? []
    if (kind === 'row') {
      row = Number(number ?? row + 1)
      column = 0
      return tag
    }
    column = number === undefined ? column + 1 : columnOf(letters)
    return number === undefined ? `<${name} r="${lettersOf(column)}${row}"${attributes}>` : tag
  })
}

/** `AB` is 28. */
export function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
}

function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26))
  return column > 26 ? lettersOf(Math.floor((column - 1) / 26)) + last : last
}
