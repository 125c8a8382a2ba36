import { expect, test } from 'vitest'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { returnSlip } from '../../../../src/server/ordering/returns/return-slip.ts'
import { offeredMethods } from '../../../../src/server/payments/providers.ts'
import { parseEnv } from '../../../../src/server/platform/env.ts'
import { changeSettings, replaceSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import { refuseUnfit } from '../../../../src/server/preflight/preflight.ts'
import { checkVatNumber } from '../../../../src/server/pricing/vat-check/check-vat-number.ts'
import { FakeVies } from '../../../support/fake-vies.ts'
import { demoTrace, otherShop } from '../../../support/other-shop.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import type { TestShop } from '../../../support/test-shop.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'
import { delivered } from '../../ordering/orders/parcels.ts'

const by = { by: 'operator:test', now: new Date('2026-06-15T12:00:00.000Z') }

async function asOtherShop(): Promise<TestShop> {
  const shop = await fixtureShop()
  await replaceSettings(shop.db, otherShop, by)
  await shop.settings.refresh()
  return shop
}

test('an invoice and a return slip name the company, and an issued invoice keeps its seller', async () => {
  await using shop = await asOtherShop()
  const orderId = await delivered(shop, [['FAN', 2]], { form: { payment_method: 'invoice' } })
  const order = await orderById(shop.db, orderId)
  if (!order) throw new Error('There is no order.')
  const units = [{ position: 1, quantity: 1, reason: 'faulty' as const }]
  const { number } = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  const drawn = async () => wordsOf((await orderDocument(shop, orderId, 'invoice', 'sv'))?.pdf ?? Buffer.alloc(0))
  const slip = wordsOf((await returnSlip(shop, order, number, 'sv'))?.pdf ?? Buffer.alloc(0))
  const invoice = await drawn()
  for (const words of [slip, invoice]) {
    expect(words).toContain('Kretsen i Boden AB')
    expect(words).toContain('Kungsgatan 7')
    expect(demoTrace(words)).toBeUndefined()
  }
  for (const words of ['556016-0680', 'SE556016068001', '5050-1055', 'SE45 5000 0000 0583 9825 7466', 'SWEDSESS'])
    expect(invoice).toContain(words)
  await changeSettings(shop.db, [['company.name', 'Kretsen i Luleå AB']], by)
  await shop.settings.refresh()
  expect(await drawn()).toBe(invoice)
  const later = await delivered(shop, [['FAN', 1]], { form: { payment_method: 'invoice' } })
  const words = wordsOf((await orderDocument(shop, later, 'invoice', 'sv'))?.pdf ?? Buffer.alloc(0))
  expect(words).toContain('Kretsen i Luleå AB')
})

test('VIES is asked with the number that is set, and nobody is asked without one', async () => {
  await using shop = await asOtherShop()
  await using vies = await FakeVies.start()
  const firm = { customer_kind: 'organization', country: 'DE', vat_number: 'DE136695976' } as const
  const services = { ...shop, env: { ...shop.env, ...vies.env } }
  expect(await checkVatNumber(services, firm)).toMatchObject({ state: 'confirmed' })
  expect(JSON.stringify(vies.asked)).toContain('556016068001')
  await changeSettings(shop.db, [['company.vatNumber', '']], by)
  await shop.settings.refresh()
  expect(await checkVatNumber(services, { ...firm, vat_number: 'ATU13585627' })).toMatchObject({ state: 'unavailable' })
})

test('the ways to pay are those of the locale, and production starts once somebody has set the company', async () => {
  await using shop = await asOtherShop()
  expect(offeredMethods(shop, 'sv', { country: 'SE' })).toEqual(['invoice'])
  expect(offeredMethods(shop, 'en', { country: 'SE' })).toContain('invoice')
  const env = { ...parseEnv({ ORIGIN: 'https://shop.example', SMTP_URL: 'smtps://mail.example' }) }
  const inspected = { ...shop, env: { ...env, SHOP_DATA: shop.env.SHOP_DATA } }
  expect((await refuseUnfit(inspected)).map(({ name }) => name)).not.toContain('demo-company')
  await replaceSettings(shop.db, {}, by)
  await shop.settings.refresh()
  await expect(refuseUnfit(inspected)).rejects.toThrow('Nobody has set which company runs the shop')
})
