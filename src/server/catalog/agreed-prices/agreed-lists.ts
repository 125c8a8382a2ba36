import { agreedPrice } from '../../../domain/cart/agreed-prices.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { PriceTarget } from '../../../domain/money/product-prices.ts'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import { runDetached } from '../../platform/db/request-signal.ts'
import type { ProductColumns } from '../columns/product-columns.ts'
import { listedPricesAfter } from '../products/agreed-queries.ts'
import { OwnPrices } from './own-prices.ts'
import { Pauses } from './pauses.ts'
import { PercentPrices, type AgreedPercents, type ReadShown } from './percent-prices.ts'

/** A list in force, in the version whose prices count. */
export type AgreedList = {
  readonly id: string
  readonly version: number
  readonly currency: CurrencyCode
  readonly rows_id: string
}
/** How the prices of lists become those of a buyer: by VAT class, and in percent by discount category. */
type Terms = {
  readonly target: (vatClass: string) => PriceTarget
  readonly percents: ReadonlyMap<string, number>
}
type PriceKind = { readonly vatClass: string; readonly category: string | null }
/**
 * The prices of one in a list, by the numbers of products: net, in minor units of the list's currency; 0 where there
 * are only prices from more units on.
 */
type ListRows = {
  readonly serial: number
  readonly columns: ProductColumns
  /** The last change of products that the rows know. */
  readonly seen: number
  readonly seqs: readonly number[]
  readonly amounts: readonly Minor[]
  /** Places in `priceKinds`. */
  readonly kinds: readonly number[]
  readonly priceKinds: readonly PriceKind[]
}
type List = { readonly currency: CurrencyCode; readonly rows: ListRows }
/** The usual prices, and how the prices are read that cards show to the buyer. */
type Shown = { readonly usual: (seq: number) => number; readonly readShown: ReadShown }
type CachedList = { version: number; columns: ProductColumns; added: number; rows: Promise<ListRows>; count: number }

const rowsPerRead = 500
/** Before every row of a list. */
const firstListed = { product_id: '', min_quantity: 0 }
/** Most rows that are kept of all lists, and most prices of all buyers; those that were used last stay. */
const maxCached = 1_000_000

/**
 * The prices of lists that were agreed with buyers, as lists of products are sorted by them. The rows of a list are
 * read once for all of its buyers and again in another version of the list; a product that is listed anew gets its
 * place by the agreed price a moment later.
 */
export class AgreedLists {
  readonly #db: ShopDatabase['listDb']
  readonly #lists = new Map<string, CachedList>()
  readonly #prices = new Map<string, Promise<AgreedPercents>>()
  readonly #withPercents = new PercentPrices()
  #serial = 0

  constructor({ listDb }: Pick<ShopDatabase, 'listDb'>) {
    this.#db = listDb
  }

  /**
   * Returns the prices of products in these lists as their buyer sees them, in the shopper's currency and with VAT;
   * where they are not lower than the usual ones, those count.
   */
  async prices(lists: readonly AgreedList[], columns: ProductColumns, terms: Terms, shown: Shown): Promise<OwnPrices> {
    const read = await Promise.all(
      lists.map(async (list) => ({ currency: list.currency, rows: await this.#rowsOf(list, columns) })),
    )
    const percents = [...terms.percents].map((each) => each.join(' ')).toSorted()
    const key = [...read.map(({ rows }) => keyOf(rows, terms)), ...percents].join('; ')
    const agreed = await this.#lowest(key, read, terms)
    if (percents.length === 0) return agreed.prices
    const isRead = read.every(({ rows }) => rows.columns === columns)
    const seen = isRead ? Math.min(...read.map(({ rows }) => rows.seen)) : undefined
    return this.#withPercents.prices(key, { columns, agreed, seen, ...shown })
  }

  async #lowest(key: string, read: readonly List[], terms: Terms): Promise<AgreedPercents> {
    const known = this.#prices.get(key)
    if (known) {
      this.#prices.delete(key)
      this.#prices.set(key, known)
      return known
    }
    const computed = runDetached(() => lowestPrices(read, terms))
    this.#prices.set(key, computed)
    computed.catch(() => this.#prices.delete(key))
    await this.#forget(this.#prices, async (agreed) => {
      const { prices, percents } = await agreed
      return prices.size + percents.size
    })
    return computed
  }

  #rowsOf(list: AgreedList, columns: ProductColumns): Promise<ListRows> {
    const known = this.#lists.get(list.id)
    if (known?.version !== list.version) return this.#keep(list, columns, this.#read(list, columns))
    this.#lists.delete(list.id)
    this.#lists.set(list.id, known)
    if (known.columns !== columns || known.added !== columns.added) this.#readAgain(list, columns, known)
    return known.rows
  }

  #keep({ id, version }: AgreedList, columns: ProductColumns, rows: Promise<ListRows>): Promise<ListRows> {
    const list: CachedList = { version, columns, added: columns.added, rows, count: 0 }
    this.#lists.set(id, list)
    rows.then(({ seqs }) => this.#counted(list, seqs.length)).catch(() => this.#lists.delete(id))
    return rows
  }

  async #counted(list: CachedList, count: number): Promise<void> {
    list.count = count
    await this.#forget(this.#lists, ({ count: rows }) => Promise.resolve(rows))
  }

  /** The prices stay in use until they have been read again; after a failure the next request tries again. */
  #readAgain(list: AgreedList, columns: ProductColumns, known: CachedList): void {
    const { added } = columns
    Object.assign(known, { columns, added })
    void this.#read(list, columns).then(
      (rows) => (known.rows = Promise.resolve(rows)),
      () => (known.added = -1),
    )
  }

  #read(list: AgreedList, columns: ProductColumns): Promise<ListRows> {
    const seen = columns.changes.newest
    return runDetached(async () => {
      const [seqs, amounts, kinds]: [number[], Minor[], number[]] = [[], [], []]
      const priceKinds = new Map<string, { at: number } & PriceKind>()
      const pauses = new Pauses()
      for (let after = firstListed; ;) {
        const rows = await listedPricesAfter(this.#db, list.rows_id, after, rowsPerRead)
        for (const { seq, min_quantity: from, amount, vat_class: vatClass, discount_category: category } of rows) {
          const kind = priceKinds.get(`${vatClass} ${category}`) ?? { at: priceKinds.size, vatClass, category }
          priceKinds.set(`${vatClass} ${category}`, kind)
          seqs.push(seq)
          amounts.push(from === 1 ? amount : 0)
          kinds.push(kind.at)
        }
        after = rows.at(-1) ?? after
        if (rows.length < rowsPerRead) break
        await pauses.now()
      }
      this.#serial += 1
      return { serial: this.#serial, columns, seen, seqs, amounts, kinds, priceKinds: [...priceKinds.values()] }
    })
  }

  /** Forgets what was used longest ago, except the last, while there is too much. */
  async #forget<Value>(kept: Map<string, Value>, sizeOf: (value: Value) => Promise<number>): Promise<void> {
    let total = 0
    for (const [key, value] of [...kept].toReversed()) {
      total += await sizeOf(value).catch(() => 0)
      if (total > maxCached && key !== [...kept.keys()].at(-1)) kept.delete(key)
    }
  }
}

/** Everything that the prices of a list's rows depend on. */
function keyOf({ serial, priceKinds }: ListRows, terms: Terms): string {
  const kinds = priceKinds.map(({ vatClass, category }) => {
    const { currency, perBaseMicro, vatRate } = terms.target(vatClass)
    return [currency.code, perBaseMicro, vatRate, terms.percents.get(category ?? '') ?? 0].join(' ')
  })
  return `${serial}: ${kinds.join(', ')}`
}

/** Without a pause, the prices of 100,000 rows would take longer than a request may wait for. */
async function lowestPrices(lists: readonly List[], terms: Terms): Promise<AgreedPercents> {
  const lowest = new Map<number, Minor>()
  const percents = new Map<number, number>()
  const pauses = new Pauses()
  for (const { currency, rows } of lists) {
    const kinds = rows.priceKinds.map(({ vatClass, category }) => {
      const target = terms.target(vatClass)
      const priceOf = (amount: Minor) => (amount > 0 ? agreedPrice({ currency, amount }, target) : 0)
      return { priceOf, percent: terms.percents.get(category ?? '') ?? 0 }
    })
    for (const [at, seq] of rows.seqs.entries()) {
      const { priceOf, percent } = kinds[rows.kinds[at] ?? 0] ?? { priceOf: () => 0, percent: 0 }
      const price = priceOf(rows.amounts[at] ?? 0)
      if (price > 0 && price < (lowest.get(seq) ?? Infinity)) lowest.set(seq, price)
      if (terms.percents.size > 0) percents.set(seq, Math.max(percent, percents.get(seq) ?? 0))
      if ((at & 255) === 0) await pauses.ifLong()
    }
  }
  return { prices: OwnPrices.of(lowest), percents }
}
