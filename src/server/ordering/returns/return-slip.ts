import type { Language } from '../../../domain/places/locales.ts'
import { countryName } from '../../../i18n/formats.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import type { Shop } from '../../platform/shop.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { returnByNumber, returnLineRows } from '../orders/return-queries.ts'
import { drawReturnSlip } from './draw-return-slip.ts'
import { isPaidByShop, returnTermsOf } from './return-terms.ts'

/**
 * Draws the slip of an order's return as a PDF. Undefined if the number is not a return of this order that is still
 * expected.
 */
export async function returnSlip(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  order: OrderRow,
  number: string,
  language: Language,
): Promise<{ number: string; pdf: Buffer } | undefined> {
  const row = await returnByNumber(db, number)
  if (row?.order_id !== order.id || row.status !== 'requested') return undefined
  const lines = await orderLineRows(db, order.id)
  const slipLines = (await returnLineRows(db, row.id)).flatMap(({ position, quantity, reason }) => {
    const line = lines.find((each) => each.position === position)
    return line ? [{ sku: line.sku, name: line.name, quantity, reason }] : []
  })
  const { name, organization, line1, line2, postalCode, city, country } = addressJson.read(order.address)
  const sender = [organization, name, line1, line2, `${postalCode} ${city}`, countryName(country, language)].filter(
    (part) => part.trim() !== '',
  )
  const content = {
    number: row.number,
    orderNumber: order.number,
    registeredAt: row.requested_at,
    sender,
    seller: settings.seller(language),
    lines: slipLines,
    isPaidByShop: isPaidByShop(await returnTermsOf(db, order.id), slipLines),
  }
  return { number: row.number, pdf: await drawReturnSlip(content, language) }
}
