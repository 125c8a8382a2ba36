import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import type { Clock } from '../checkout/buyer.ts'
import { confirmed } from '../orders/parcels.ts'

/** An invoice of an order that was just sent. */
export async function billed(shop: Shop, clock: Clock, units = 2, email = 'anna@example.se') {
  const orderId = await confirmed(shop, [['FAN', units]], { form: { payment_method: 'invoice', email } })
  clock.advance(60)
  await shipOrder(shop, { orderId, actor: 'operator', carrier: 'x', trackingNumber: orderId })
  clock.advance(60)
  const { number } = await shop.db
    .selectFrom('invoices')
    .select('number')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { total = 0, number: order = '' } = (await orderById(shop.db, orderId)) ?? {}
  return { orderId, number, total, order }
}

/** The reminders that were mailed, by name. */
export async function reminderMails({ env }: Shop): Promise<{ name: string; content: string }[]> {
  const folder = join(env.SHOP_DATA, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('invoice-reminder-'))
  return Promise.all(
    names.toSorted().map(async (name) => ({ name, content: await readFile(join(folder, name), 'utf8') })),
  )
}
