import { plainAmount } from '../../i18n/money.ts'
import { removeSupplier } from '../../server/catalog/import/reprice/remove-supplier.ts'
import { offersOfSku, ownUnitsOf } from '../../server/catalog/import/supply/offer-queries.ts'
import { supplierTotals } from '../../server/catalog/import/supply/product-queries.ts'
import { operatorCommand, OperatorError, type Answer, type Given, type OperatorShop } from '../operator-command.ts'
import { minuteOf, productCount, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- suppliers <command> [options]

What suppliers ask for parts and have of them, as their feeds said. Works while the shop runs.

  list                all suppliers, how many products they offer, and of how many their units are sold
  show ARTICLE        what all suppliers offer of a product, and the shop's own units
  remove SUPPLIER     forgets what a supplier offers, and sells the units of the next one; can be taken back with
                      "imports undo". Pause its feed first: sources pause NAME

  --json              output for programs
  --help              shows this text`

/** The `suppliers` command of `npm run shop`. */
export const run = operatorCommand({ name: 'suppliers', usage, commands: { list, show, remove }, options: {} })

async function list({ db }: OperatorShop): Promise<Answer> {
  const data = await supplierTotals(db)
  const rows = data.map(({ supplier, offers, inStock, sold, last }) => [
    supplier,
    String(offers),
    String(inStock),
    String(sold),
    minuteOf(last),
  ])
  return { data, lines: textTable(['SUPPLIER', 'OFFERS', 'IN STOCK', 'SOLD', 'LAST NEWS'], rows) }
}

async function show({ db }: OperatorShop, { words }: Given): Promise<Answer> {
  const [sku] = words
  const own = sku === undefined || words.length > 1 ? undefined : await ownUnitsOf(db, sku)
  if (sku === undefined || own === undefined) throw new OperatorError('Name the article number of one product.')
  const data = await offersOfSku(db, sku)
  const rows = data.map((row) => [
    row.supplier,
    row.number,
    row.cost === null ? '' : plainAmount(row.cost, row.currency),
    String(row.stock ?? ''),
    String(row.delivery_days ?? ''),
    row.is_priced === 1 ? 'yes' : 'no',
    row.sold === row.supplier ? 'yes' : 'no',
    minuteOf(row.changed_at),
  ])
  const table = textTable(['SUPPLIER', 'NUMBER', 'COST', 'UNITS', 'DAYS', 'PRICED', 'SOLD', 'LAST NEWS'], rows)
  return { data: { own, offers: data }, lines: [...table, `Own units: ${own}`] }
}

async function remove({ db, kind, now }: OperatorShop, { words }: Given): Promise<Answer> {
  const [supplier] = words
  if (supplier === undefined || words.length > 1)
    throw new OperatorError('Name one supplier, as "suppliers list" does.')
  const data = await removeSupplier({ db, kind, now: now() }, supplier)
  if (data.number === undefined) throw new OperatorError(`No supplier "${supplier}" offers anything.`)
  return {
    data,
    lines: [
      `${supplier} offers nothing more of ${productCount(data.products)}. "imports undo ${data.number}" takes it back.`,
    ],
  }
}
