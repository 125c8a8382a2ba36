import type { CheckedRow, OrderPreview } from '../../../contracts/calls/excel-to-cart.ts'
import { cartAmounts, type LineAmounts } from '../../../domain/cart/cart-amounts.ts'
import { clampQuantity } from '../../../domain/cart/cart-lines.ts'
import { toMinor } from '../../../domain/money/money.ts'
import { exVat } from '../../../domain/money/vat.ts'
import type { UploadedOrderLine } from '../../../domain/orders/order-rows.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { successorsOf } from '../../catalog/products/successors.ts'
import { newId } from '../../platform/ids.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { PricedLine } from '../cart/price-lines.ts'
import type { Shop } from '../shop.ts'
import { findParts, type FoundPart } from './find-parts.ts'
import { suggestParts } from './suggest-parts.ts'

type Buyer = { shopping: ShoppingContext; customerId: string | null }
/** All rows of one part, and the uuid of its cart line. */
type Wanted = { uuid: string; id: string; sku: string; number: string; rows: number[]; quantity: number }
export type CheckedOrder = OrderPreview & { lines: PricedLine[] }

/**
 * Checks an uploaded order for this customer: lines priced as in the cart, taking stock in row order, and a status for
 * every row. `items` is the sum of the available units (spec section 7).
 */
export async function checkOrder(
  shop: Shop,
  { shopping, customerId }: Buyer,
  written: readonly UploadedOrderLine[],
): Promise<CheckedOrder> {
  const rows = written.filter(({ number }) => number !== '')
  const parts = await findParts(
    shop,
    rows.map(({ number }) => number),
  )
  const wanted = wantedParts(rows, parts)
  const items = wanted.map(({ uuid, sku, quantity }) => ({ uuid, sku, quantity: clampQuantity(quantity) }))
  const { lines, personal } = await priceCart(shop.db, shopping, { items, coupons: [], customerId }, shop.now())
  const had = lines.filter((line) => line.quantity > 0)
  const amounts = cartAmounts(had, { personal })
  const sums = new Map(had.map((line, at) => [line.uuid, amounts.lines[at]]))
  const priced = new Map(lines.map((line) => [line.uuid, line]))
  const replaced = await replacements(shop, shopping, wanted, priced)
  const checked = [
    ...wanted.map((part) => ({
      ...pricedRow(part, priced.get(part.uuid), sums.get(part.uuid)),
      suggestions: replaced.get(part.id) ?? [],
    })),
    ...(await unsureRows(shop, shopping, rows, parts)),
    ...rows
      .filter(({ quantity }) => quantity === null)
      .map((row) => ({ ...emptyRow(row), status: 'bad_quantity' as const })),
    ...written.filter(({ number }) => number === '').map((row) => ({ ...emptyRow(row), status: 'no_number' as const })),
  ]
  return {
    lines: had,
    items: amounts.items,
    rows: checked.sort((one, other) => (one.rows[0] ?? 0) - (other.rows[0] ?? 0)),
  }
}

function wantedParts(rows: readonly UploadedOrderLine[], parts: ReadonlyMap<string, FoundPart>): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const { row, number, quantity } of rows) {
    const part = parts.get(number)
    if (quantity === null || !part || !('sku' in part)) continue
    const known = wanted.get(part.sku) ?? { uuid: newId(), id: part.id, sku: part.sku, number, rows: [], quantity: 0 }
    wanted.set(part.sku, { ...known, rows: [...known.rows, row], quantity: known.quantity + quantity })
  }
  return [...wanted.values()]
}

function pricedRow(
  { sku, number, rows, quantity: asked }: Wanted,
  line: PricedLine | undefined,
  amounts: LineAmounts | undefined,
): Omit<CheckedRow, 'suggestions'> {
  const quantity = line?.quantity ?? 0
  const missing = line?.stock_status === 'no_price' ? 'no_price' : 'gone'
  const status = quantity === 0 ? missing : quantity < asked ? 'adjusted' : 'ok'
  return {
    rows,
    number,
    asked: String(asked),
    status,
    sku,
    name: line?.name ?? null,
    quantity,
    total: amounts?.total ?? null,
    ...usualTotal(line, amounts),
  }
}

function usualTotal(line: PricedLine | undefined, amounts: LineAmounts | undefined): Pick<CheckedRow, 'usual'> {
  if (!line?.usual || !amounts) return {}
  const unit = toMinor(line.usual.price)
  const usual = { inc: unit * line.quantity, ex: exVat(unit, line.vat_rate) * line.quantity }
  return usual.inc > amounts.total.inc ? { usual } : {}
}

/** Finds the parts that replace those of which there are none, by the ids of these. */
async function replacements(
  { db }: Shop,
  { language }: ShoppingContext,
  wanted: readonly Wanted[],
  lines: ReadonlyMap<string, PricedLine>,
): Promise<Map<string, CheckedRow['suggestions']>> {
  const gone = wanted.filter(({ uuid }) => (lines.get(uuid)?.quantity ?? 0) === 0).map(({ id }) => id)
  const successors = gone.length > 0 ? await successorsOf(db, language, gone) : []
  return new Map([...successors].map(([id, { sku, name }]) => [id, [{ sku, name }]]))
}

async function unsureRows(
  shop: Shop,
  { language }: ShoppingContext,
  rows: readonly UploadedOrderLine[],
  parts: ReadonlyMap<string, FoundPart>,
): Promise<CheckedRow[]> {
  const unsure = rows.flatMap((row) => {
    const part = parts.get(row.number)
    return row.quantity !== null && part && 'choices' in part ? [{ ...row, choices: part.choices }] : []
  })
  const suggestions = await suggestParts(shop, language, unsure)
  return unsure.map((row) => ({ ...emptyRow(row), status: 'unknown', suggestions: suggestions.get(row.number) ?? [] }))
}

function emptyRow({ row, number, asked }: UploadedOrderLine): Omit<CheckedRow, 'status'> {
  return { rows: [row], number, asked, sku: null, name: null, quantity: 0, total: null, suggestions: [] }
}
