import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatCsv } from '../../domain/lists/csv.ts'
import { protectedText } from '../../server/catalog/own-files/own-cells.ts'
import { exportProducts, ownFiles } from '../../server/catalog/own-files/export-products.ts'
import { exportDefinitions } from '../../server/catalog/definitions/export-definitions.ts'
import { offerRows } from '../../server/catalog/import/supply/export-offers.ts'
import { customerRows, orderRows } from '../../server/ordering/export/export-rows.ts'
import { settingsNow } from '../../server/platform/settings/shop-settings.ts'
import { workbookFiles } from '../../server/platform/workbooks/workbook-files.ts'
import { writeZip } from '../../server/platform/workbooks/write-zip.ts'
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
numbers in .xlsx, not in .csv. What is too much for an .xlsx that the import can read is refused: write a .csv.

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

/** Characters of an .xlsx, unpacked, that the import still reads, and those around each cell. */
const [mostInWorkbook, aroundCell] = [44_000_000, 75]

function commandOf(rowsOf: (shop: OperatorShop) => AsyncIterable<string[]>): OperatorCommand {
  return async (shop, { words }) => {
    const [file, ...others] = words
    if (file === undefined || others.length > 0) throw new OperatorError('Name one file, .csv or .xlsx.')
    const kind = extname(file).toLowerCase()
    if (kind !== '.csv' && kind !== '.xlsx') throw new OperatorError('The file must be a .csv or an .xlsx.')
    const rows = protectedRows(rowsOf(shop))
    const count = kind === '.csv' ? await writeCsv(file, rows) : await writeWorkbook(file, rows)
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

/** Shoppers' texts must not be calculated by a spreadsheet. */
async function* protectedRows(rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.map(protectedText)
}

async function writeCsv(file: string, rows: AsyncIterable<string[]>): Promise<number> {
  let count = -1
  async function* lines(): AsyncGenerator<string> {
    for await (const row of rows) {
      count += 1
      const text = formatCsv([row], ';')
      yield count === 0 ? text : text.slice(1)
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  return count
}

async function writeWorkbook(file: string, rows: AsyncIterable<string[]>): Promise<number> {
  const all: (string | null)[][] = []
  let length = 0
  for await (const row of rows) {
    const filled = row.filter((cell) => cell !== '')
    length += filled.reduce((sum, cell) => sum + cell.length + aroundCell, 0)
    if (length > mostInWorkbook) throw new OperatorError('There is too much for an .xlsx: write a .csv.')
    all.push(row.map((cell) => (cell === '' ? null : cell)))
  }
  await writeFile(file, writeZip(workbookFiles([{ name: 'Export', rows: all }])))
  return all.length - 1
}
