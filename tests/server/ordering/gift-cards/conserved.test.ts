import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { expireOrders } from '../../../../src/server/ordering/fulfilment/expire-orders.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { OrderError } from '../../../../src/server/ordering/orders/order-error.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { attemptsOf } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm, checkoutWith, fixtureShop, movableClock, theBrowser, type Clock } from '../checkout/buyer.ts'
import { sendCheckout } from '../checkout/visit-checkout.ts'
import { aCard, balanceOf, sandboxSays } from './holder.ts'

const worth = 60_000
const actions = ['buy', 'pay', 'fail', 'expire', 'cancel', 'ship', 'refund'] as const
type Action = (typeof actions)[number]

async function buy(shop: Shop, code: string, payment: string): Promise<void> {
  const checkoutId = await checkoutWith(shop, [
    ['RAM', 1],
    ['ODD-PRICE', 3],
  ])
  const post = (fields: Record<string, string>) =>
    sendCheckout(
      shop,
      'sv',
      checkoutId,
      { ...aForm({ payment_method: payment }), seen: '', ...fields },
      theBrowser(shop),
    )
  const typed = await post({ gift_card: code, action: 'gift_card' })
  if (typed.kind === 'page') await post({ seen: typed.page.seen, action: 'place' })
}

/** Performs an action on the newest order; actions that its status forbids are rejected. */
async function act(shop: Shop, clock: Clock, action: Action, code: string, payment: string): Promise<void> {
  if (action === 'buy') return buy(shop, code, payment)
  const order = await shop.db.selectFrom('orders').select('id').orderBy('seq', 'desc').executeTakeFirst()
  if (!order) return
  const [attempt] = await attemptsOf(shop.db, order.id)
  const of = { orderId: order.id, actor: 'operator' }
  if (action === 'pay' || action === 'fail') {
    if (attempt?.provider === 'sandbox') await sandboxSays(shop, attempt.id, action === 'pay' ? 'succeeded' : 'failed')
  } else if (action === 'expire') {
    clock.advance(1900)
    await expireOrders(shop)
  } else if (action === 'cancel') await cancelOrder(shop, { ...of, reason: '' })
  else if (action === 'ship') await shipOrder(shop, { ...of, carrier: '', trackingNumber: '' })
  else await refundOrder(shop, { ...of, reason: '', units: [{ position: 2, quantity: 1 }], withDelivery: false })
}

test(
  'after any sequence of orders, a card has its value less what the orders hold, never below zero',
  { timeout: 60_000 },
  async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    await shop.db.updateTable('stock').set({ on_hand: 1_000_000 }).execute()
    const step = fc.record({ action: fc.constantFrom(...actions), payment: fc.constantFrom('sandbox', 'invoice') })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { id, code } = await aCard(shop, worth)
        for (const { action, payment } of steps) {
          await act(shop, clock, action, code, payment).catch((error: unknown) => {
            if (!(error instanceof OrderError)) throw error
          })
          const uses = await shop.db
            .selectFrom('gift_card_uses')
            .select(['amount', 'returned'])
            .where('gift_card_id', '=', id)
            .execute()
          const held = uses.reduce((sum, { amount, returned }) => sum + Number(amount) - Number(returned), 0)
          const balance = await balanceOf(shop, id)
          expect(balance).toBeGreaterThanOrEqual(0)
          expect(balance + held).toBe(worth)
        }
      }),
      { numRuns: 40, seed: 58 },
    )
    const statuses = await shop.db.selectFrom('orders').select('status').distinct().orderBy('status').execute()
    expect(statuses.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['cancelled', 'confirmed', 'expired', 'failed', 'shipped']),
    )
  },
)
