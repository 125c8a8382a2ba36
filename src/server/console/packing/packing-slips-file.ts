import { countryName } from '../../../i18n/formats.ts'
import { drawPackingSlips, type PackingSlip } from '../../ordering/documents/draw-packing-slips.ts'
import { toShip } from '../../ordering/orders/line-units.ts'
import { orderDelivery } from '../../ordering/orders/order-page.ts'
import type { Shop } from '../../ordering/shop.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { chosenToPack } from './chosen-orders.ts'
import { namedPieces } from './set-pieces.ts'

/** The packing slips of some orders as one PDF, with what is left to ship of each. */
export const packingSlipsFile = consoleScreen<never>({
  screen: 'packing-slips',
  permission: 'packing.view',
  load: async ({ shop, session, request: { url, locals } }) => {
    const { open } = await chosenToPack(shop, url)
    if (open.length === 0) return undefined
    const slips: PackingSlip[] = []
    for (const each of open) slips.push(await slipOf(shop, each))
    const pdf = await drawPackingSlips(slips, {
      title: locals.t('console-packing:slips'),
      author: locals.seller.name,
      at: shop.now().toISOString(),
      language: session.staff.language,
    })
    return new Response(new Uint8Array(pdf), {
      headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': 'inline; filename="packing-slips.pdf"' },
    })
  },
})

type Chosen = Awaited<ReturnType<typeof chosenToPack>>['open'][number]

async function slipOf({ db, settings }: Shop, { order, lines }: Chosen): Promise<PackingSlip> {
  const { language, country } = order
  const seller = settings.seller(language)
  const piecesIn = await namedPieces(db, language, lines)
  const { name, organization, line1, line2, postalCode, city } = addressJson.read(order.address)
  const address = [organization, name, line1, line2, `${postalCode} ${city}`.trim(), countryName(country, language)]
  return {
    number: order.number,
    language,
    home: settings.all.home,
    placedAt: order.placed_at,
    seller: [seller.name, ...seller.address, seller.email, seller.phone],
    address: address.filter((line) => line !== ''),
    delivery: orderDelivery(order),
    message: order.message,
    lines: lines.map((line) => ({
      sku: line.sku,
      name: line.name,
      units: toShip(line),
      ordered: line.quantity - line.cancelled,
      pieces: piecesIn(line).map(({ sku, name: part, units }) => ({ sku, name: part, units: units * toShip(line) })),
    })),
  }
}
