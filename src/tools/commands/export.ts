import { createWriteStream } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { escapeFormula } from '../../domain/formula-injection.ts'
import { formatCsv } from '../../domain/lists/csv.ts'
import { exportDefinitions } from '../../server/catalog/definitions/export-definitions.ts'
import { offerRows } from '../../server/catalog/import/supply/export-offers.ts'
import { exportProducts, ownFiles } from '../../server/catalog/own-files/export-products.ts'
import { customerRows, orderRows } from '../../server/ordering/export/export-rows.ts'
import { settingsNow } from '../../server/platform/settings/shop-settings.ts'
import { streamWorkbook } from '../../server/platform/workbooks/stream-workbook.ts'
import {
  operatorCommand,
  OperatorError,
  type Answer,
  type Given,
  type OperatorCommand,
  type OperatorShop,
} from '../operator-command.ts'

const usage = `Usage: npm run shop -- export <what> FILE.csv|FILE.xlsx

Writes what the shop has into a table. Works while the shop runs.

  products            every product with all of its columns
  prices              article numbers, names and prices
  stock               article numbers, names, units and expected days
  offers              what suppliers ask for products, and have of them: keep it to yourself
  orders              every order with its amounts
  customers           every customer's account
  definitions         what products refer to, as a .json: categories, attributes, brands, devices, tags, search
                      triggers, synonyms, mark-ups; "definitions import" reads it

Products, prices and stock can be changed in the file and read back: name it own-….csv or own-….xlsx, and
npm run shop -- import own-….xlsx takes over what is different. Prices include VAT. Excel keeps leading zeros of article
numbers in .xlsx, not in .csv. More than 1,048,575 rows, a text of more than 32,767 characters, and what unpacks to
more than 1 GB do not fit in an .xlsx: write a .csv.

  --json              output for programs
  --help              shows this text`

/** The `export` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'export',
  usage,
  commands: {
    ...Object.fromEntries(ownFiles.map((file) => [file, commandOf((shop) => exportProducts(shop, file))])),
    offers: commandOf(offerRows),
    orders: commandOf(({ db }) => orderRows(db)),
    customers: commandOf(({ db }) => customerRows(db)),
    definitions,
  },
  options: {},
})

/** What a spreadsheet reads, and characters of an .xlsx, unpacked, that the import still reads. */
const maxRows = 1_048_576
const maxCellLength = 32_767
const maxInWorkbook = 1_000_000_000
/** Characters around each cell and each row. */
const around = 75

function commandOf(rowsOf: (shop: OperatorShop) => AsyncIterable<string[]>): OperatorCommand {
  return async (shop, { words }) => {
    const [file, ...others] = words
    if (file === undefined || others.length > 0) throw new OperatorError('Name one file, .csv or .xlsx.')
    const kind = extname(file).toLowerCase()
    if (kind !== '.csv' && kind !== '.xlsx') throw new OperatorError('The file must be a .csv or an .xlsx.')
    const [rows, counted] = [rowsOf(shop), { rows: 0 }]
    const parts =
      kind === '.csv' ? csvParts(rows, counted) : streamWorkbook('Export', workbookRows(protectedRows(rows), counted))
    await writeWhole(file, parts)
    const count = counted.rows - 1
    return { data: { file, rows: count }, lines: [`${file}: ${count} rows.`] }
  }
}

async function definitions({ db }: OperatorShop, { words }: Given): Promise<Answer> {
  const [file, ...others] = words
  if (file === undefined || others.length > 0 || extname(file).toLowerCase() !== '.json')
    throw new OperatorError('Name one file, a .json.')
  const data = await exportDefinitions(db, (await settingsNow(db)).markups)
  await writeFile(file, `${JSON.stringify(data, undefined, 1)}\n`)
  const { categories, attributes, brands, devices, tags } = data
  const counts = { categories, attributes, brands, devices, tags }
  const said = Object.entries(counts).map(([name, entries]) => `${entries.length} ${name}`)
  return { data: { file }, lines: [`${file}: ${said.join(', ')}.`] }
}

/** Shoppers' texts must not be calculated by a spreadsheet; `formatCsv` sees to it by itself. */
async function* protectedRows(rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.map(escapeFormula)
}

type Counted = { rows: number }

async function* csvParts(rows: AsyncIterable<string[]>, counted: Counted): AsyncGenerator<string> {
  for await (const row of rows) {
    counted.rows += 1
    const text = formatCsv([row], ';')
    yield counted.rows === 1 ? text : text.slice(1)
  }
}

/** Throws OperatorError where a spreadsheet or the import would not read all of it. */
async function* workbookRows(rows: AsyncIterable<string[]>, counted: Counted): AsyncGenerator<(string | null)[]> {
  let length = 0
  for await (const row of rows) {
    counted.rows += 1
    length += around
    for (const cell of row.filter(Boolean)) {
      length += Buffer.byteLength(cell) + around
      if (cell.length > maxCellLength) throw new OperatorError(`A text is too long for an .xlsx. ${useCsv}`)
    }
    if (length > maxInWorkbook || counted.rows > maxRows)
      throw new OperatorError(`There is too much for an .xlsx. ${useCsv}`)
    yield row.map((cell) => (cell === '' ? null : cell))
  }
}

const useCsv = 'Name a file that ends with .csv; the import reads it like an .xlsx.'

/** Writes a file of which there is nothing before it is whole; what had its name stays until then. */
async function writeWhole(file: string, parts: AsyncIterable<string | Buffer>): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(Readable.from(parts), createWriteStream(unfinished))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
