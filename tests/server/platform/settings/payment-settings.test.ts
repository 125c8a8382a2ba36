import { expect, test } from 'vitest'
import { createShop } from '../../../../src/server/create-shop.ts'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { layoutContent } from '../../../../src/server/storefront/layout-content.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import { setSettings } from '../../../support/set-settings.ts'
import { shopCommands } from '../../../tools/shop-commands.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { checkoutWith, countOf, fixtureShop, swedish } from '../../ordering/checkout/buyer.ts'
import { orderBy, pageIn, post, shown } from '../../ordering/delivery/deliverer.ts'
import { delivered } from '../../ordering/orders/parcels.ts'

const organization = {
  customer_kind: 'organization',
  organization_name: 'Verkstan AB',
  organization_number: '556016-0680',
}

test('wrong payment settings are refused with the setting and the reason, and the old ones stay', async () => {
  await using commands = await shopCommands()
  const before = await commands.json('settings', 'export')
  for (const [name, value, reason] of [
    ['payment.methods.cash', '{}', 'payment.methods.cash.id must be one of online, invoice'],
    ['payment.methods', '[{"id":"invoice"},{"id":"invoice"}]', 'payment.methods must not have a method twice'],
    ['payment.methods', '[]', 'payment.methods must have one that is active'],
    ['payment.methods', '[{"id":"online","active":false}]', 'must have one that is active'],
    ['payment.methods.invoice.countries', '["SE","SE"]', 'payment.methods.invoice.countries must not name a country'],
    ['payment.methods.invoice.countries', '["Sweden"]', 'must be the code of a country'],
    ['payment.methods.invoice.customers', '[]', 'must name private, organization or both'],
    ['payment.methods.invoice.customers', '["robot"]', 'must be one of private, organization'],
    ['payment.methods.invoice.least', '-1', 'payment.methods.invoice.least must be a price of at least 0'],
    ['payment.methods.invoice', '{"least":100,"most":99.5}', 'payment.methods.invoice.most must not be below'],
    ['payment.invoiceDays.private', '0', 'must be at least 1'],
    ['payment.reminders.firstDays', '0', 'must be at least 1'],
    ['payment.reminders.secondDays', '91', 'must be at most 90'],
    ['payment.reminders.active', 'often', 'must be JSON'],
    ['payment.secret', 'sk_live_1', 'is not a setting'],
  ]) {
    const { code, err } = await commands.run('settings', 'set', '--', name ?? '', value ?? '')
    expect([name, code, err]).toEqual([name, expect.any(Number), expect.stringContaining(reason ?? '')])
    expect(code).toBeGreaterThan(0)
  }
  expect(await commands.json('settings', 'export')).toEqual(before)
})

test('the checkout offers what is on for the country, the kind of customer and the sum, in its order', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 2]])
  const offered = async (changes: Record<string, string> = {}) =>
    pageIn(await post(shop, checkoutId, { action: 'update', ...changes })).paymentMethods
  expect(await offered()).toEqual(['sandbox', 'invoice'])
  await setSettings(shop, ['payment.methods', [{ id: 'invoice' }, { id: 'online' }]])
  expect(await offered()).toEqual(['invoice', 'sandbox'])
  await setSettings(shop, ['payment.methods.invoice.customers', ['organization']])
  expect(await offered()).toEqual(['sandbox'])
  expect(await offered(organization)).toEqual(['invoice', 'sandbox'])
  await setSettings(shop, ['payment.methods.invoice.countries', ['SE']])
  expect(await offered({ ...organization, country: 'NO', postal_code: '0154' })).toEqual(['sandbox'])
  await setSettings(shop, ['payment.methods.invoice.most', '200'])
  expect(await offered(organization)).toEqual(['sandbox'])
  await setSettings(shop, ['payment.methods.invoice.most', '247'], ['payment.methods.invoice.least', '247'])
  expect(await offered(organization)).toEqual(['invoice', 'sandbox'])
  await setSettings(shop, ['payment.methods.invoice.most', ''], ['payment.methods.invoice.least', '247.01'])
  expect(await offered(organization)).toEqual(['sandbox'])
})

test('a method that is not for this order, or made up, is refused at its field, and nothing is ordered', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 2]])
  await setSettings(shop, ['payment.methods.invoice.customers', ['organization']])
  const errorsOf = async (changes: Record<string, string>) => pageIn(await post(shop, checkoutId, changes)).errors
  expect(await errorsOf({ payment_method: 'invoice' })).toEqual({ payment_method: 'invoice_unavailable' })
  for (const forged of ['cash', '__proto__', 'online', ''])
    expect((await errorsOf({ payment_method: forged })).payment_method).toMatch(/payment_method_unknown|required/)
  for (const hidden of ['gift_card', 'stripe'])
    expect(await errorsOf({ payment_method: hidden })).toEqual({ payment_method: 'payment_method_unavailable' })
  expect(await countOf(shop, 'orders')).toBe(0)
  expect((await orderBy(shop, checkoutId, { ...organization, payment_method: 'invoice' })).payment_method).toBe(
    'invoice',
  )
})

test('a method that is off by the time of the post is refused, even by a process that does not know', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 2]])
  const { seen } = await shown(shop, checkoutId)
  const other = await createShop(shop.env, { log: shop.log, now: shop.now })
  await setSettings(other, ['payment.methods.invoice.active', false])
  await other.close()
  const answer = pageIn(await post(shop, checkoutId, { payment_method: 'invoice', seen }))
  expect(answer.errors).toEqual({ payment_method: 'invoice_unavailable' })
  expect(answer.paymentMethods).toEqual(['sandbox'])
  expect(answer.form.payment_method).toBe('sandbox')
  expect(await countOf(shop, 'orders')).toBe(0)
})

test('the footer names what is offered in the country, and nothing that no provider is configured for', async () => {
  await using shop = await fixtureShop()
  const named = async (country: string) => {
    shop.memory.clear()
    return (await layoutContent(shop, swedish(country))).content.payments
  }
  expect(await named('NO')).toEqual(['card', 'invoice'])
  await setSettings(shop, ['payment.methods.invoice.countries', ['SE']])
  expect([await named('SE'), await named('NO')]).toEqual([['card', 'invoice'], ['card']])
  const without = { ...shop, env: { ...shop.env, SANDBOX_PAYMENTS: false } }
  shop.memory.clear()
  expect((await layoutContent(without, swedish('NO'))).content.payments).toEqual([])
})

test('what only organizations may use is told apart from what everybody may', async () => {
  await using shop = await fixtureShop()
  const { content } = await layoutContent(shop, swedish())
  expect([content.payments, content.organizationPayments]).toEqual([['card', 'invoice'], []])
  await setSettings(shop, ['payment.methods.invoice.customers', ['organization']])
  shop.memory.clear()
  const { content: now } = await layoutContent(shop, swedish())
  expect([now.payments, now.organizationPayments]).toEqual([['card', 'invoice'], ['invoice']])
})

test('what guests may not use is told apart from what everybody may', async () => {
  await using shop = await fixtureShop()
  const withLimit = async (limit: number) => {
    shop.memory.clear()
    const env = { ...shop.env, INVOICE_GUEST_LIMIT: limit }
    return (await layoutContent({ ...shop, env }, swedish())).content.accountPayments
  }
  expect([await withLimit(0), await withLimit(500)]).toEqual([['invoice'], []])
})

test('an invoice is due after the days of its kind of buyer, as its mail says, and keeps its date', async () => {
  await using shop = await fixtureShop()
  await setSettings(shop, ['payment.invoiceDays', { private: 10, organization: 45 }])
  expect((await shown(shop, await checkoutWith(shop, [['FAN', 1]]))).invoiceDays).toBe(10)
  const drawn = async (orderId: string) =>
    wordsOf((await orderDocument(shop, orderId, 'invoice', 'sv'))?.pdf ?? Buffer.alloc(0))
  const own = await delivered(shop, [['FAN', 1]], { form: { payment_method: 'invoice' } })
  const firm = await delivered(shop, [['FAN', 1]], { form: { payment_method: 'invoice', ...organization } })
  const [first, second] = [await drawn(own), await drawn(firm)]
  expect([first, second]).toEqual([expect.stringContaining('25 juni 2026'), expect.stringContaining('30 juli 2026')])
  const mails = (await mailsOf(shop)).join('\n')
  expect(mails).toContain('10 dagar')
  expect(mails).toContain('45 dagar')
  await setSettings(shop, ['payment.invoiceDays.private', 90])
  expect(await drawn(own)).toBe(first)
})
