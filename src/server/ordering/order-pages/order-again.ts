import type { AgainLine } from '../../../contracts/customer-pages/my-order.ts'
import type { OrderPage } from '../../../contracts/customer-pages/order-page.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { pricedList } from '../lists/priced-list.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'

type Buyer = { shopping: ShoppingContext; customerId: string }

/**
 * Compares an order with what the same parts cost this customer now: returns the parts that are no longer sold, not in
 * stock in that quantity, or dearer. Prices are compared in the order's own currency and country alone.
 */
export async function changedSince(
  shop: Pick<Shop, 'db' | 'kind' | 'now'>,
  buyer: Buyer,
  order: OrderRow,
  bought: OrderPage['lines'],
): Promise<AgainLine[]> {
  const paid = new Map(bought.map(({ sku, unit }) => [sku, unit]))
  const { lines } = await pricedList(shop, buyer, await wantedAgain(shop, order, paid))
  const { currency, country } = buyer.shopping
  const isComparable = order.currency === currency.code && order.country === country && order.reverse_charge === 0
  return lines.flatMap((line) => {
    const before = paid.get(line.sku)
    const isDearer = isComparable && before !== undefined && line.unit !== null && line.unit.inc > before.inc
    if (line.possible >= line.quantity && !isDearer) return []
    const price = isDearer && line.unit ? { before, now: line.unit } : null
    return [{ ...line, price }]
  })
}

/** The parts of an order that were paid for, each once, as lines of a list. */
async function wantedAgain({ db }: Pick<Shop, 'db'>, order: OrderRow, paid: ReadonlyMap<string, unknown>) {
  const rows = (await orderLineRows(db, order.id)).filter(({ sku }) => paid.has(sku))
  return [...Map.groupBy(rows, (row) => row.product_id).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const quantity = same.reduce((sum, row) => sum + row.quantity, 0)
    return [{ product_id: first.product_id, sku: first.sku, name: first.name, quantity, note: '' }]
  })
}
