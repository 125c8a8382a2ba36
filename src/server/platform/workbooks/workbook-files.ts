export type TemplateCell = string | number | null
export type TemplateSheet = { name: string; rows: readonly (readonly TemplateCell[])[]; widths?: readonly number[] }

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Characters that XML 1.0 does not have, and the longest text that a cell holds. */
const unwritable = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const maxTextLength = 32_767
const partLength = 60_000

const noFill = '<fill><patternFill patternType="none"/></fill>'
const greyFill = '<fill><patternFill patternType="gray125"/></fill>'

/** Cell styles: 0 is plain, 1 is bold, 2 is text. */
const stylesXml =
  `${head}<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  `<fills count="2">${noFill}${greyFill}</fills>` +
  '<borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs>' +
  '</styleSheet>'

/** The parts of an .xlsx by their paths: sheets with plain cells, whose first row is bold. */
export function workbookFiles(sheets: readonly TemplateSheet[]): Record<string, string> {
  const numbered = sheets.map((sheet, at) => ({ ...sheet, number: at + 1 }))
  return {
    '[Content_Types].xml': contentTypesXml(numbered.map(({ number }) => number)),
    '_rels/.rels': relationsXml([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbookXml(numbered),
    'xl/_rels/workbook.xml.rels': relationsXml([
      ...numbered.map(({ number }) => ['worksheet', `worksheets/sheet${number}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': stylesXml,
    ...Object.fromEntries(numbered.map((sheet) => [`xl/worksheets/sheet${sheet.number}.xml`, sheetXml(sheet)])),
  }
}

function contentTypesXml(sheetNumbers: readonly number[]): string {
  const sheets = sheetNumbers.map(
    (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`,
  )
  return (
    `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
    `${sheets.join('')}</Types>`
  )
}

function workbookXml(sheets: readonly { name: string; number: number }[]): string {
  const listed = sheets.map(
    ({ name, number }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  return `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join('')}</sheets></workbook>`
}

/** The first column is formatted as text, so that Excel keeps leading zeros of part numbers. */
function sheetXml({ rows, widths = [] }: TemplateSheet): string {
  const columns = widths
    .map(
      (width, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${at === 0 ? ' style="2"' : ''}/>`,
    )
    .join('')
  const cells = rows.map(rowXml).join('')
  const widthsXml = columns && `<cols>${columns}</cols>`
  return `${head}<worksheet xmlns="${main}">${widthsXml}<sheetData>${cells}</sheetData></worksheet>`
}

/** A sheet's XML in parts of many rows each. */
export async function* sheetXmlParts(rows: AsyncIterable<readonly TemplateCell[]>): AsyncGenerator<string, void> {
  let part = `${head}<worksheet xmlns="${main}"><sheetData>`
  let at = 0
  for await (const row of rows) {
    part += rowXml(row, at)
    at += 1
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield `${part}</sheetData></worksheet>`
}

function rowXml(row: readonly TemplateCell[], at: number): string {
  const cells = row.map((cell, column) => cellXml(cell, `${letter(column)}${at + 1}`, at === 0))
  return `<row r="${at + 1}">${cells.join('')}</row>`
}

function cellXml(cell: TemplateCell, place: string, isHead: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  const style = isHead ? ' s="1"' : ''
  return `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

function relationsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="${packageRelations}">${all.join('')}</Relationships>`
}

/** A to Z, then AA, AB and so on. */
function letter(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letter(Math.floor(column / 26) - 1) + last
}

function escaped(text: string): string {
  return text
    .slice(0, maxTextLength)
    .replaceAll(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}
