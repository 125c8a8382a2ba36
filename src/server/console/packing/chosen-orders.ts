import { toShip } from '../../ordering/orders/line-units.ts'
import type { Shop } from '../../ordering/shop.ts'
import { linesOfOrders, ordersByNumbers } from './packing-queries.ts'

const maxOrders = 100

/** The orders of an address with what is left to ship of each, and the numbers of those that cannot be packed. */
export async function chosenToPack({ db }: Pick<Shop, 'db'>, { searchParams }: URL) {
  const requested = (searchParams.get('orders') ?? '').slice(0, 5_000).split(/[ ,]+/)
  const numbers = [...new Set(requested)].filter((each) => each !== '').slice(0, maxOrders)
  const orders = await ordersByNumbers(db, numbers)
  const lines = await linesOfOrders(
    db,
    orders.map(({ id }) => id),
  )
  const all = orders.map((order) => ({
    order,
    lines: lines.filter((line) => line.order_id === order.id && toShip(line) > 0),
  }))
  const open = all.filter(
    ({ order: { status, hold }, lines: left }) =>
      (status === 'confirmed' || status === 'processing') && hold === null && left.length > 0,
  )
  const found = new Set(open.map(({ order }) => order.number))
  return { open, leftOut: numbers.filter((number) => !found.has(number)) }
}
