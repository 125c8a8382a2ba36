import { expect, test } from 'vitest'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { releaseHold } from '../../../src/server/ordering/fulfilment/release-hold.ts'
import { OrderEvents } from '../../../src/server/ordering/orders/order-events.ts'
import { requestQuote } from '../../../src/server/ordering/quotes/request-quote.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import { withdraw } from '../../../src/server/ordering/returns/withdraw.ts'
import type { Env } from '../../../src/server/platform/env.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { setSettings } from '../../support/set-settings.ts'
import { addOrganization } from '../identity/page-visit.ts'
import { addCustomer, mailsOf } from '../identity/shopper.ts'
import { readMails } from '../notifications/mail/mail-parts.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { confirmed, delivered } from '../ordering/orders/parcels.ts'

const operator: Partial<Env> = { OPERATOR_EMAIL: 'lager@delverk.example', OPERATOR_LANGUAGE: 'sv' }

async function askedFor(shop: Shop): Promise<void> {
  await addCustomer(shop, { id: 'anna' })
  const checkoutId = await storeCart(shop, swedish(), {
    checkoutId: null,
    items: [{ sku: 'FAN', quantity: 12 }],
    coupons: [],
    customerId: 'anna',
  })
  await requestQuote(shop, {
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
  await setSettings(shop, ['mail.newOrders.active', false])
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
  await setSettings(shop, ['mail.newOrders.active', false])
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

const hostile = '<img src=x onerror=alert(1)> =HYPERLINK("https://evil.example")'

test('the operator gets one mail per new order, with goods, buyer and the next command', async () => {
  await using plain = await fixtureShop()
  const shop: Shop = { ...plain, env: { ...plain.env, ...operator } }
  await confirmed(shop, [['FAN', 2]], { form: { name: hostile, phone: '0701234567' } })
  await confirmed(shop, [['BAT', 1]], { form: { payment_method: 'invoice' } })
  const cancelled = await confirmed(shop, [['FAN', 1]])
  await cancelOrder(shop, { orderId: cancelled, actor: 'operator', reason: '' })
  const mails = await toOperator(shop)
  expect(mails).toHaveLength(2)
  expect(await toOperator(shop)).toHaveLength(2)
  const mail = (await readMails(shop)).find(({ subject }) => subject === 'Ny beställning 100001')
  for (const words of ['2 x', 'FAN', '0701234567', 'anna@example.se', 'order show 100001', hostile])
    expect(mail?.text).toContain(words)
  expect(mail?.html).not.toContain('<img src=x')
  expect(mail?.html).not.toMatch(/href="[^"]*evil\.example/)
  expect(mail?.html).toContain('&lt;img src=x')
})

test('mails about new orders go to their own address, and end when they are switched off', async () => {
  await using shop = await fixtureShop()
  await setSettings(shop, ['mail.newOrders.address', 'packing@delverk.example'], ['mail.operatorLanguage', 'en'])
  await confirmed(shop, [['FAN', 1]])
  const told = async () => (await readMails(shop)).filter(({ raw }) => raw.includes('To: packing@delverk.example'))
  await mailsOf(shop)
  expect((await told()).map(({ subject }) => subject)).toEqual(['New order 100001'])
  await setSettings(shop, ['mail.newOrders.active', false])
  await confirmed(shop, [['FAN', 1]])
  await mailsOf(shop)
  expect(await told()).toHaveLength(1)
})

test('the mail about an order that waits for a check says so', async () => {
  await using plain = await fixtureShop()
  const shop: Shop = { ...plain, env: { ...plain.env, ...operator } }
  await addOrganization(shop, { id: 'firm', members: {} })
  const form = {
    customer_kind: 'organization',
    organization_name: 'Firm firm AB',
    organization_number: '556016-0680',
  } as const
  await confirmed(shop, [['FAN', 1]], { form })
  await toOperator(shop)
  const mail = (await readMails(shop)).find(({ subject }) => subject === 'Ny beställning 100001')
  expect(mail?.text).toContain('packa den inte innan den har släppts')
})

test('a rolled back order leaves no mail to the operator', async () => {
  await using shop = await fixtureShop()
  const written = () => shop.db.selectFrom('outbox').select('id').where('kind', '=', 'mail.operator_order').execute()
  const failing: Shop = {
    ...shop,
    orderEvents: new OrderEvents([
      (trx, event) => shop.orderEvents.emit(trx, event),
      () => Promise.reject(new Error('full')),
    ]),
  }
  await expect(confirmed(failing, [['FAN', 1]], { form: { payment_method: 'invoice' } })).rejects.toThrow('full')
  expect(await written()).toHaveLength(0)
  await confirmed(shop, [['FAN', 1]], { form: { payment_method: 'invoice' } })
  expect(await written()).toHaveLength(1)
})
