import { readFile, writeFile } from 'node:fs/promises'
import { formatCsv } from '../../domain/lists/csv.ts'
import { campaignState } from '../../domain/money/campaign-states.ts'
import { currencyByCode } from '../../domain/money/currencies.ts'
import { toMajor } from '../../domain/money/money.ts'
import { customerByEmail, organizationBy } from '../../server/identity/customer-queries.ts'
import { homeNow } from '../../server/platform/db/home-queries.ts'
import { setPriceRows, undoPriceRows } from '../../server/pricing/price-lists/change-rows.ts'
import { createPriceList, endPriceList, noListEnd } from '../../server/pricing/price-lists/edit-price-lists.ts'
import { allPriceLists, rowsIdOf, priceListById } from '../../server/pricing/price-lists/price-list-queries.ts'
import { readPriceFile } from '../../server/pricing/price-lists/read-price-file.ts'
import { shownPriceRows } from '../../server/pricing/price-lists/row-queries.ts'
import {
  momentOf,
  operatorCommand,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- price-list <command> [options]

Prices without VAT that were agreed with organizations and customers. A buyer pays the lowest price that applies.
Works while the shop runs; changes take effect at once.

  list                          every price list
  create NAME                   makes a list without prices
      --currency SEK              its currency; the shop's own if not set
      --organizations NR,NR       organization numbers
      --customers EMAIL,EMAIL
      --from TIME --until TIME    such as 2026-12-01T08:00:00+01:00; at once, and without end, if not set
  import ID FILE                sets the prices of a .csv or .xlsx file: article number, price, from quantity
      --replace                   and removes the others
  export ID FILE                writes the prices as CSV that import reads
  undo ID --change N            takes back a change of the prices
  end ID                        ends the list now

  --json                        output for programs
  --help                        shows this text`

const text = { type: 'string' } as const
const actor = 'command'
const maxRows = 1_000_000

/** The `price-list` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'price-list',
  usage,
  commands: { list, create, import: importRows, export: exportRows, undo, end },
  options: {
    currency: text,
    organizations: text,
    customers: text,
    from: text,
    until: text,
    change: text,
    replace: { type: 'boolean' },
  },
})

async function list({ db, now }: OperatorShop): Promise<Answer> {
  const at = now().toISOString()
  const data = (await allPriceLists(db)).map((each) => ({ ...each, state: campaignState(each, at) }))
  const rows = data.map((each) => [
    each.id,
    each.name,
    each.state.replace('_', ' '),
    each.currency,
    String(each.row_count),
    minuteOf(each.starts_at),
    each.ends_at === noListEnd ? '' : minuteOf(each.ends_at),
  ])
  return { data, lines: textTable(['ID', 'NAME', 'STATE', 'CURRENCY', 'PRICES', 'FROM', 'UNTIL'], rows) }
}

async function create(shop: OperatorShop, given: Given): Promise<Answer> {
  const [name = ''] = given.words
  const code = textOf(given, 'currency') ?? (await homeNow(shop.db)).currency
  const currency = currencyByCode(code)?.code
  if (!currency) throw new OperatorError(`${code} is no currency of the shop.`)
  const organizations = await idsOf(given, 'organizations', (number) => organizationBy(shop.db, number))
  const customers = await idsOf(given, 'customers', (email) => customerByEmail(shop.db, email.toLowerCase()))
  const id = await createPriceList(shop, actor, {
    name,
    currency,
    startsAt: momentOf(given, 'from') ?? null,
    endsAt: momentOf(given, 'until') ?? null,
    buyers: { customers, organizations },
  })
  return { data: { id, name, currency }, lines: [`The price list ${id} is made. Import its prices next.`] }
}

type Find = (name: string) => Promise<{ id: string } | undefined>

async function idsOf(given: Given, option: 'organizations' | 'customers', find: Find): Promise<string[]> {
  const ids: string[] = []
  for (const name of (textOf(given, option) ?? '').split(',').map((each) => each.trim())) {
    if (name === '') continue
    const found = await find(name)
    if (!found) throw new OperatorError(`--${option}: there is no "${name}".`)
    ids.push(found.id)
  }
  return [...new Set(ids)]
}

async function importRows(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, file } = idAndFile(given)
  const rows = await readPriceFile(new Blob([new Uint8Array(await readFile(file))]))
  const done = await setPriceRows(shop, id, { rows, replaces: given.values['replace'] === true, actor })
  return { data: done, lines: [`Prices changed: ${done.changed} (change ${done.version}).`] }
}

async function exportRows({ db }: OperatorShop, given: Given): Promise<Answer> {
  const { id, file } = idAndFile(given)
  const priceList = await priceListById(db, id)
  if (!priceList) throw new OperatorError(`There is no price list ${id}.`)
  const rows = await shownPriceRows(db, rowsIdOf(priceList), { after: undefined, limit: maxRows })
  const cells = rows.map(({ sku, amount, min_quantity: quantity }) => [sku, toMajor(amount), quantity])
  await writeFile(file, formatCsv([['SKU', 'Net price', 'From quantity'], ...cells], ','))
  return { data: { rows: rows.length, file }, lines: [`Prices written to ${file}: ${rows.length}.`] }
}

async function undo(shop: OperatorShop, given: Given): Promise<Answer> {
  const version = wholeNumber(given, 'change', { min: 1, max: 1_000_000_000, otherwise: 0 })
  if (version === 0) throw new OperatorError('Say which change with --change.')
  const done = await undoPriceRows(shop, idOf(given), { version, actor })
  return { data: done, lines: [`Prices taken back: ${done.changed}; left alone: ${done.kept}.`] }
}

async function end(shop: OperatorShop, given: Given): Promise<Answer> {
  const id = idOf(given)
  await endPriceList(shop, id)
  return { data: { id }, lines: [`The price list ${id} is over.`] }
}

function idOf({ words: [id] }: Given): string {
  if (!id) throw new OperatorError('Name the price list by its id.')
  return id
}

function idAndFile(given: Given): { id: string; file: string } {
  const [, file] = given.words
  if (!file) throw new OperatorError('Name the price list by its id, and a file.')
  return { id: idOf(given), file }
}
