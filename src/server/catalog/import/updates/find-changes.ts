import { productType, type ProductType } from '../../../../domain/products/products.ts'
import { plainAmount } from '../../../../i18n/money.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import { onOneConnection } from '../../../platform/db/on-one-connection.ts'
import type { Database } from '../../../platform/db/tables.ts'
import { pricesIn, type StoredPrice } from '../../maintenance/price-queries.ts'
import { shelfNames } from '../../maintenance/shelf-queries.ts'
import { offersOf, stockOf, type StoredStock, type StoredOffer } from '../supply/offer-queries.ts'
import { mergedOffer, type WholeOffer } from '../supply/save-offers.ts'
import type { ProductUpdate } from './update-of-row.ts'
import { productsBySkus } from './update-queries.ts'

/** A change of a field of a product, as the report lists it. */
type FieldChange = { field: string; before: string; after: string }
export type Update = { productId: string; update: ProductUpdate }
type Change = Update & { fields: FieldChange[] }
type RequestedUpdate = { sku: string; row: number; update: ProductUpdate }
/** `misplaced`: the stock of a set or of a product with variants is that of other products. */
export type Found = { sku: string; row: number; change: Change | 'unknown' | 'unchanged' | 'misplaced' }

const withoutOwnStock: ReadonlySet<ProductType> = new Set([productType.variant, productType.set, productType.giftCard])

/**
 * How many batches are read ahead while one is worked at. Each batch is two queries in turn: with one batch ahead,
 * PostgreSQL would be idle before its second query.
 */
const batchesAhead = 2

/** Compares batches of rows with what the shop has, in their order. */
export async function* findInBatches(
  db: Database,
  kind: DatabaseKind,
  batches: Iterable<readonly RequestedUpdate[]>,
): AsyncGenerator<Found[]> {
  const ahead: Promise<Found[]>[] = []
  try {
    for (const some of batches) {
      ahead.push(findChanges(db, kind, some))
      // The error is thrown where the promise is awaited; until then it must not count as unhandled.
      ahead.at(-1)?.catch(() => undefined)
      if (ahead.length > batchesAhead) yield (await ahead.shift()) ?? []
    }
    while (ahead.length > 0) yield (await ahead.shift()) ?? []
  } finally {
    await Promise.allSettled(ahead)
  }
}

/** Compares what the rows say with what the shop has. */
async function findChanges(db: Database, kind: DatabaseKind, requested: readonly RequestedUpdate[]): Promise<Found[]> {
  const skus = requested.map(({ sku }) => sku)
  const products = new Map((await productsBySkus(db, kind, skus)).map((row) => [row.sku, row]))
  const ids = [...products.values()].map(({ id }) => id)
  const currencies = new Set(requested.flatMap(({ update }) => update.prices.map(({ currency }) => currency)))
  const isSupplied = requested.some(({ update }) => update.offer)
  const isShelved = requested.some(({ update }) => update.shelf !== undefined)
  const [priced, stocked, offered, shelves] = await onOneConnection(db, (one) =>
    Promise.all([
      pricesIn(one, kind, [...currencies], ids),
      stockOf(one, kind, ids),
      isSupplied ? offersOf(one, kind, ids) : [],
      shelfNames(one, isShelved ? ids : []),
    ]),
  )
  const prices = Map.groupBy(priced, (row) => row.product_id)
  const stock = new Map(stocked.map((row) => [row.product_id, row]))
  const offers = new Map(offered.map((row) => [`${row.product_id} ${row.supplier}`, row]))
  return requested.map(({ sku, row, update }) => {
    const product = products.get(sku)
    if (!product) return { sku, row, change: 'unknown' }
    if ((update.onHand ?? update.offer) !== undefined && withoutOwnStock.has(product.type))
      return { sku, row, change: 'misplaced' }
    const fields = [
      ...priceChanges(update, prices.get(product.id) ?? []),
      ...stockChanges(update, stock.get(product.id)),
      ...shelfChange(update, shelves.get(product.id)),
      ...offerChanges(update, offers.get(`${product.id} ${update.offer?.supplier}`)),
    ]
    return { sku, row, change: fields.length > 0 ? { productId: product.id, update, fields } : 'unchanged' }
  })
}

function priceChanges({ prices }: ProductUpdate, stored: readonly StoredPrice[]): FieldChange[] {
  return prices.flatMap(({ currency, min_quantity: from, amount }) => {
    const before = stored.find((price) => price.currency === currency && price.min_quantity === from)
    if (before?.amount === amount) return []
    const field = from > 1 ? `price from ${from}` : 'price'
    return [{ field, before: before ? plainAmount(before.amount, currency) : '', after: plainAmount(amount, currency) }]
  })
}

function shelfChange({ shelf }: ProductUpdate, before = ''): FieldChange[] {
  return shelf === undefined || shelf === before ? [] : [{ field: 'shelf', before, after: shelf }]
}

function offerChanges({ offer }: ProductUpdate, stored: StoredOffer | undefined): FieldChange[] {
  if (!offer) return []
  const [before, after] = [stored ? offerFields(stored) : [], offerFields(mergedOffer(stored, offer))]
  return after.flatMap(([field, text], at) => {
    const was = before[at]?.[1] ?? ''
    return was === text ? [] : [{ field: `${field} of ${offer.supplier}`, before: was, after: text }]
  })
}

type OfferFields = Omit<WholeOffer, 'supplier'>

function offerFields(offer: OfferFields): [field: string, text: string][] {
  const { cost, currency, stock, delivery_days: days, number, is_priced: isPriced } = offer
  return [
    ['cost', cost === null ? '' : plainAmount(cost, currency)],
    ['stock', String(stock ?? '')],
    ['delivery days', String(days ?? '')],
    ['number', number],
    ['price from cost', isPriced === 1 ? 'yes' : ''],
  ]
}

const noStock = { on_hand: 0, units: 0, reserved: 0, incoming_at: null }

/** Units that orders reserved stay on hand whatever a feed says. */
function stockChanges({ onHand, incomingAt }: ProductUpdate, stored: StoredStock | undefined): FieldChange[] {
  const { on_hand, units: supplied, reserved, incoming_at: expected } = stored ?? noStock
  const units = onHand === undefined ? undefined : Math.max(onHand, reserved - supplied)
  const before = on_hand - supplied
  return [
    ...(units === undefined || units === before
      ? []
      : [{ field: 'stock', before: String(before), after: String(units) }]),
    ...(incomingAt === undefined || incomingAt === expected
      ? []
      : [{ field: 'incoming', before: dayText(expected), after: dayText(incomingAt) }]),
  ]
}

const dayText = (moment: string | null): string => moment?.slice(0, 10) ?? ''
