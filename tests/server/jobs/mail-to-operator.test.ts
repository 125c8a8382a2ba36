import { expect, test } from 'vitest'
import type { Env } from '../../../src/server/platform/env.ts'
import { keepCart } from '../../../src/server/ordering/cart/keep-cart.ts'
import { releaseHold } from '../../../src/server/ordering/fulfilment/release-hold.ts'
import { askForQuote } from '../../../src/server/ordering/quotes/ask-for-quote.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import { withdraw } from '../../../src/server/ordering/returns/withdraw.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { addOrganization } from '../identity/page-visit.ts'
import { addCustomer, mailsOf } from '../identity/shopper.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { confirmed, delivered } from '../ordering/orders/parcels.ts'

const operator: Partial<Env> = { OPERATOR_EMAIL: 'lager@delverk.example', OPERATOR_LANGUAGE: 'sv' }

async function askedFor(shop: Shop): Promise<void> {
  await addCustomer(shop, { id: 'anna' })
  const checkoutId = await keepCart(shop, swedish(), {
    checkoutId: null,
    items: [{ sku: 'FAN', quantity: 12 }],
    coupons: [],
    customerId: 'anna',
  })
  await askForQuote(shop, {
    reader: { customerId: 'anna', organization: null },
    checkoutId,
    message: 'Kan ni leverera\nunder våren?',
  })
}

async function sentBack(shop: Shop): Promise<void> {
  const orderId = await delivered(shop, [['FAN', 2]])
  await requestReturn(shop, {
    orderId,
    actor: 'shopper',
    message: 'Den låter',
    units: [{ position: 1, quantity: 1, reason: 'faulty' }],
  })
  await withdraw(shop, {
    orderId: await confirmed(shop, [['BAT', 1]]),
    actor: 'shopper',
    name: 'Anna',
    units: [{ position: 1, quantity: 1 }],
  })
}

const toOperator = async (shop: Shop) =>
  (await mailsOf(shop))
    .filter((mail) => mail.includes('To: lager@delverk.example'))
    .map((mail) => mail.replaceAll('\u00a0', ' '))

test('the operator gets one mail per quote request, return and withdrawal, with instructions', async () => {
  await using plain = await fixtureShop()
  const shop: Shop = { ...plain, env: { ...plain.env, ...operator } }
  await askedFor(shop)
  await sentBack(shop)
  const mails = await toOperator(shop)
  expect(mails).toHaveLength(3)
  const [quote, back, withdrawn] = ['quote show Q100001', 'order return receive R100001', 'order show 100002'].map(
    (words) => mails.find((mail) => mail.includes(words)) ?? '',
  )
  for (const words of ['Name of anna', 'anna@example.se', 'Kan ni leverera', 'FAN']) expect(quote).toContain(words)
  for (const words of ['Den fungerar inte', 'Den låter', 'FAN']) expect(back).toContain(words)
  for (const words of ['BAT', 'betalas tillbaka']) expect(withdrawn).toContain(words)
  expect(await toOperator(shop)).toHaveLength(3)
})

test('the operator gets one mail about an order on hold, and none if it was released before', async () => {
  await using plain = await fixtureShop()
  const shop: Shop = { ...plain, env: { ...plain.env, ...operator } }
  await addOrganization(shop, { id: 'firm', members: {} })
  const form = {
    customer_kind: 'organization',
    organization_name: 'Firm firm AB',
    organization_number: '556016-0680',
  } as const
  await confirmed(shop, [['FAN', 1]], { form })
  const released = await confirmed(shop, [['FAN', 1]], { form })
  await releaseHold(shop, { orderId: released, actor: 'operator:Vera' })
  const mails = await toOperator(shop)
  expect(mails).toHaveLength(1)
  for (const words of [
    '100001',
    'Firm firm AB',
    'anna@example.se',
    'order release 100001 --by NAME',
    'order cancel 100001',
  ])
    expect(mails[0]).toContain(words)
})

test('no mail is sent without an operator address', async () => {
  await using shop = await fixtureShop()
  await askedFor(shop)
  await sentBack(shop)
  const before = await mailsOf(shop)
  expect(before.filter((mail) => /operator|Q100001/.test(mail))).toEqual([])
  expect(await shop.db.selectFrom('outbox').select('last_error').where('last_error', 'is not', null).execute()).toEqual(
    [],
  )
})
