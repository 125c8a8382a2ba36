import type { PickList } from '../../../contracts/console/packing.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { byShelf } from '../../../domain/products/shelves.ts'
import { shelfNames } from '../../catalog/maintenance/shelf-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { toShip } from '../../ordering/orders/line-units.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { forOrders } from '../orders/order-bulk.ts'
import { chosenToPack } from './chosen-orders.ts'

/** What to fetch for some orders: each part once, with the orders that it belongs to, shelf by shelf. */
export const pickListScreen = consoleScreen<PickList>({
  screen: 'pick-list',
  permission: 'packing.view',
  load: async ({ shop, session, request }) => {
    const { open, leftOut } = await chosenToPack(shop, request.url)
    const shelves = await shelfNames(
      shop.db,
      open.flatMap(({ lines }) => lines.map((line) => line.product_id)),
    )
    const wanted = open.flatMap(({ order, lines }) =>
      lines.map((line) => ({
        sku: line.sku,
        name: line.name,
        shelf: shelves.get(line.product_id) ?? '',
        number: order.number,
        units: toShip(line),
      })),
    )
    const parts = [...Map.groupBy(wanted, ({ sku }) => sku)].map(([sku, own]) => ({
      sku,
      name: own[0]?.name ?? '',
      shelf: own[0]?.shelf ?? '',
      units: unitsIn(own),
      orders: [...Map.groupBy(own, ({ number }) => number)].map(([number, lines]) => ({
        number,
        units: unitsIn(lines),
      })),
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

const unitsIn = (lines: readonly { units: number }[]) => lines.reduce((sum, { units }) => sum + units, 0)
