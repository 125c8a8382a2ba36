import { sendOrderConfirmed } from '../mail/order-confirmed.ts'
import type { Shop } from '../shop.ts'
import { claimEffect, dueEffects, finishEffect, postponeEffect, type EffectRow } from './queries.ts'

type Handler = (shop: Shop, payload: Record<string, string>) => Promise<void>

const handlers: Record<string, Handler> = {
  'mail.order_confirmed': (shop, { orderId = '' }) => sendOrderConfirmed(shop, orderId),
}

const claimSeconds = 120
const longestWaitSeconds = 3600

/** Carries out what is due, each effect by one process; failures are tried again later and later. Gives how many were done. */
export async function deliverOutbox(shop: Shop): Promise<number> {
  const { db } = shop
  let done = 0
  for (const effect of await dueEffects(db, shop.now().toISOString(), 50)) {
    if (!await claimEffect(db, effect, inSeconds(shop, claimSeconds))) continue
    done += await carryOut(shop, effect)
  }
  return done
}

async function carryOut(shop: Shop, effect: EffectRow): Promise<0 | 1> {
  try {
    const handler = handlers[effect.kind]
    if (!handler) throw new Error(`No handler for ${effect.kind}.`)
    await handler(shop, JSON.parse(effect.payload) as Record<string, string>)
    await finishEffect(shop.db, effect.id, shop.now().toISOString())
    return 1
  } catch (error) {
    shop.log.error({ err: error, effect: effect.id, kind: effect.kind }, 'an effect failed and will be tried again')
    const wait = Math.min(longestWaitSeconds, 2 ** Math.min(effect.attempts, 12) * 5)
    await postponeEffect(shop.db, effect.id, inSeconds(shop, wait), String(error).slice(0, 500))
    return 0
  }
}

function inSeconds({ now }: Shop, seconds: number): string {
  return new Date(now().getTime() + seconds * 1000).toISOString()
}
