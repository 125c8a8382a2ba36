import type { Shop } from '../shop.ts'
import { appendOrderEvent } from './order-history.ts'
import { lockOrder } from './transition.ts'

type Note = { readonly orderId: string; readonly actor: string; readonly note: string }

/** Writes a note to an order's history, for the shop's own people. */
export async function noteOnOrder(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { orderId, actor, note }: Note,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, now())
    await appendOrderEvent(trx, order, { actor, now: now(), note })
  })
}
