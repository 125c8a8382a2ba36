import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { decideSandboxPayment, sandboxPayment } from '../../../../src/server/ordering/payment/sandbox-page.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm, checkoutWith, fixtureShop, stockOf, theBrowser, orderedPage } from './buyer.ts'
import { openCheckout, sendCheckout } from './visit-checkout.ts'

async function pageOf(shop: Shop, checkoutId: string) {
  const answer = await openCheckout(shop, 'sv', checkoutId)
  if (answer.kind !== 'page') throw new Error(`The checkout is not shown: ${answer.kind}.`)
  return answer.page
}

async function post(shop: Shop, checkoutId: string, changes: Parameters<typeof aForm>[0] = {}) {
  const { seen } = await pageOf(shop, checkoutId)
  const fields: Record<string, string> = { ...aForm(changes), action: 'place', seen }
  return sendCheckout(shop, 'sv', checkoutId, fields, theBrowser(shop))
}

test('an order by invoice is confirmed at once, reserves its units and is mailed', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [
    ['BAT', 5],
    ['FAN', 1],
  ])
  expect((await pageOf(shop, checkoutId)).totals).toMatchObject({
    items: { inc: 234_400 },
    discount: { inc: 0 },
    delivery: { inc: 0 },
    total: { inc: 234_400, ex: 187_520 },
  })
  expect(await post(shop, checkoutId)).toEqual({ kind: 'go', path: `/sv/checkout/confirmation/${checkoutId}` })
  expect(await orderedPage(shop, checkoutId)).toMatchObject({
    number: '100001',
    status: 'confirmed',
    email: 'anna@example.se',
    currency: 'SEK',
    country: 'SE',
    paymentMethod: 'invoice',
    lines: [
      {
        sku: 'BAT',
        name: 'bat del',
        quantity: 5,
        unit: { inc: 44_900, ex: 35_920 },
        total: { inc: 224_500, ex: 179_600 },
        vatPercent: 25,
      },
      { sku: 'FAN', quantity: 1, unit: { inc: 9_900 }, total: { inc: 9_900 } },
    ],
    totals: { items: { inc: 234_400 }, total: { inc: 234_400 } },
    address: { name: 'Anna Andersson', postalCode: '111 22', city: 'Stockholm' },
  })
  expect(await stockOf(shop, 'bat')).toEqual({ on_hand: 100, reserved: 5 })
  await deliverOutbox(shop)
  const folder = path.join(shop.env.SHOP_DATA, 'mail')
  const mails = await readdir(folder)
  expect(mails).toHaveLength(1)
  const mail = await readFile(path.join(folder, mails[0] ?? ''), 'utf8')
  expect(mail).toContain('To: anna@example.se')
  expect(mail).toContain('100001')
})

test('a card payment goes to the hosted page and is confirmed by its webhook', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['RAM', 2]])
  const answer = await post(shop, checkoutId, { payment_method: 'sandbox' })
  if (answer.kind !== 'go') throw new Error('The shopper was not sent on.')
  expect(answer.path).toMatch(/^\/sv\/sandbox-payment\//)
  expect((await orderedPage(shop, checkoutId))?.status).toBe('pending_payment')
  expect(await openCheckout(shop, 'sv', checkoutId, theBrowser(shop))).toEqual(answer)
  const payment = await sandboxPayment(shop, answer.path.split('/').at(-1) ?? '')
  if (!payment) throw new Error('The hosted page does not know the payment.')
  expect(payment.attempt.amount).toBe(payment.order.total)
  expect(await decideSandboxPayment(shop, payment, 'approve')).toBe(`/sv/checkout/confirmation/${checkoutId}`)
  expect((await orderedPage(shop, checkoutId))?.status).toBe('confirmed')
  expect(await stockOf(shop, 'ram')).toEqual({ on_hand: 9, reserved: 2 })
})
