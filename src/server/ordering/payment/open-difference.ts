import type { Language } from '../../../domain/places/locales.ts'
import { offeredProviders, providerNamed } from '../../payments/providers.ts'
import { endAttempt, insertAttempt, newAttempt, openAttempt } from '../../payments/queries.ts'
import { newId } from '../../platform/ids.ts'
import type { OrderRow } from '../orders/queries.ts'
import { lockOrder } from '../orders/transition.ts'
import type { Shop } from '../shop.ts'
import { closeAtProvider } from './close-attempts.ts'
import { payableStatuses } from './settle-difference.ts'

/**
 * Returns the attempt by which the buyer pays what a change of the order made it dearer; undefined when nothing is to
 * pay. There is one open attempt at a time: one of another amount is closed.
 */
export async function openDifference(shop: Shop, known: OrderRow, language: Language): Promise<string | undefined> {
  if (known.unpaid_difference <= 0 || !payableStatuses.has(known.status)) return undefined
  const provider = differenceProvider(shop, known)
  if (!provider) return undefined
  return shop.db.transaction().execute(async (trx) => {
    const now = shop.now()
    const order = await lockOrder(trx, known.id, now)
    if (order.unpaid_difference <= 0) return undefined
    const open = await openAttempt(trx, order.id)
    if (open?.is_difference === 1 && open.amount === order.unpaid_difference) return open.id
    if (open && (await endAttempt(trx, open.id, { status: 'cancelled', reason: 'order changed' }, now.toISOString())))
      await closeAtProvider(trx, open, now)
    const id = newId(now.getTime())
    const { id: orderId, currency, unpaid_difference: amount } = order
    await insertAttempt(
      trx,
      newAttempt({ id, orderId, provider, amount, currency, language, isDifference: true }, now.toISOString()),
    )
    return id
  })
}

/** The provider of a payment page for the order: its own, else the first that the shop offers; undefined for none. */
export function differenceProvider(shop: Pick<Shop, 'env' | 'settings'>, order: OrderRow): string | undefined {
  const { language, country, customer_kind: kind } = order
  const offered = offeredProviders(shop, language, { country, kind, due: order.total })
  const names = [order.payment_method, ...offered]
  return names.find((name) => offered.includes(name) && Boolean(providerNamed(name)?.start))
}
