import type { PickList } from '../../../contracts/console/packing.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { byShelf } from '../../../domain/products/shelves.ts'
import { shelfNames } from '../../catalog/maintenance/shelf-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { toShip } from '../../ordering/orders/line-units.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { forOrders } from '../orders/order-bulk.ts'
import { chosenToPack } from './chosen-orders.ts'
import { namedPieces } from './set-pieces.ts'

/** What to fetch for some orders: each part once, with the orders that it belongs to, shelf by shelf. */
export const pickListScreen = consoleScreen<PickList>({
  screen: 'pick-list',
  permission: 'packing.view',
  load: async ({ shop, session, request }) => {
    const { open, leftOut } = await chosenToPack(shop, request.url)
    const taken = await partsToTake(shop.db, session.staff.language, open)
    const parts = [...Map.groupBy(taken, ({ sku }) => sku)].map(([sku, own]) => ({
      sku,
      name: own[0]?.name ?? '',
      shelf: own[0]?.shelf ?? '',
      units: unitsIn(own),
      orders: [...Map.groupBy(own, ({ number }) => number)].map(([number, lines]) => ({
        number,
        units: unitsIn(lines),
      })),
      sets: [...new Set(own.flatMap(({ set }) => (set === null ? [] : [set])))],
    }))
    const orders = open.map(({ order }) => order.number)
    return {
      day: dayOf(shop.now(), shop.settings.all.home),
      person: session.staff.id,
      orders,
      leftOut,
      slips: forOrders('packing-slips', orders),
      mayPack: may(session, 'packing.change'),
      parts: parts.sort(byShelf),
    }
  },
})

type Chosen = Awaited<ReturnType<typeof chosenToPack>>['open']

/** What is left of the lines of some orders; of sets their parts, because those are what lies on shelves. */
async function partsToTake(db: Queryable, language: Language, open: Chosen) {
  const all = open.flatMap(({ lines }) => lines)
  const piecesIn = await namedPieces(db, language, all)
  const products = all.flatMap((line) => [line.product_id, ...piecesIn(line).map(({ id }) => id)])
  const shelves = await shelfNames(db, products)
  return open.flatMap(({ order: { number }, lines }) =>
    lines.flatMap((line) => {
      const { sku: set, name, product_id: id } = line
      const pieces = piecesIn(line)
      const parts = pieces.length > 0 ? pieces : [{ id, sku: set, name, units: 1 }]
      return parts.map((part) => ({
        sku: part.sku,
        name: part.name,
        shelf: shelves.get(part.id) ?? '',
        number,
        units: toShip(line) * part.units,
        set: pieces.length > 0 ? set : null,
      }))
    }),
  )
}

const unitsIn = (lines: readonly { units: number }[]) => lines.reduce((sum, { units }) => sum + units, 0)
