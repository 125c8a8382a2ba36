import { expect, test } from 'vitest'
import { createShop } from '../../../../src/server/create-shop.ts'
import { anonymizeOrder } from '../../../../src/server/ordering/account/anonymize-queries.ts'
import { exportedOrder } from '../../../../src/server/ordering/account/export-customer.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { setSettings } from '../../../support/set-settings.ts'
import { shopCommands } from '../../../tools/shop-commands.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { readMails } from '../../notifications/mail/mail-parts.ts'
import { checkoutWith, countOf, fixtureShop } from '../../ordering/checkout/buyer.ts'
import { orderBy, pageIn, post, shown } from '../../ordering/delivery/deliverer.ts'

const firm = {
  customer_kind: 'organization',
  organization_name: 'Verkstan AB',
  organization_number: '556016-0680',
  order_reference: 'Bänk 4',
  cost_centre: '4711',
  peppol_id: '0088:7300010000001',
  invoice_address: 'Fack 1, 111 22 Stockholm',
}

test('an operator says what the checkout asks for; anything else is refused with the reason', async () => {
  await using commands = await shopCommands()
  const { run, json } = commands
  expect((await run('settings', 'set', 'checkout.private.phone', 'required')).code).toBe(0)
  expect(await json('settings', 'get', 'checkout.private')).toEqual({ phone: 'required', message: 'off' })
  for (const [name, value, reason] of [
    ['checkout.private.phone', 'maybe', 'checkout.private.phone must be one of off, optional, required'],
    ['checkout.private.costCentre', 'required', 'checkout.private.costCentre is not a setting'],
    ['checkout.organization.email', 'off', 'checkout.organization.email is not a setting'],
    ['checkout.organization', '{"phone":true}', 'checkout.organization.phone must be one of'],
  ] as const)
    expect((await run('settings', 'set', name, value)).err).toContain(reason)
})

test('what is required of a kind of customer must be filled in, and only of that kind', async () => {
  await using shop = await fixtureShop()
  await setSettings(
    shop,
    ['checkout.private.phone', 'required'],
    ['checkout.organization.orderReference', 'required'],
    ['checkout.organization.peppolId', 'required'],
    ['checkout.organization.invoiceAddress', 'required'],
    ['checkout.organization.costCentre', 'required'],
  )
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const errorsOf = async (changes: Record<string, string>) => pageIn(await post(shop, checkoutId, changes)).errors
  expect(await errorsOf({ phone: '' })).toEqual({ phone: 'required' })
  const without = { order_reference: '', cost_centre: '', peppol_id: '', invoice_address: ' ' }
  expect(await errorsOf({ ...firm, ...without, phone: '' })).toEqual({
    order_reference: 'required',
    cost_centre: 'required',
    peppol_id: 'required',
    invoice_address: 'required',
  })
  expect(await countOf(shop, 'orders')).toBe(0)
  expect(await orderBy(shop, checkoutId, { ...firm, phone: '' })).toMatchObject({
    order_reference: 'Bänk 4',
    phone: '',
  })
})

test('what is not asked for is neither required nor stored, whatever is posted', async () => {
  await using shop = await fixtureShop()
  const off = ['phone', 'organizationName', 'organizationNumber', 'orderReference', 'costCentre', 'invoiceAddress']
  await setSettings(
    shop,
    ['checkout.private.phone', 'off'],
    ...[...off, 'peppolId'].map((name): [string, string] => [`checkout.organization.${name}`, 'off']),
  )
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const page = pageIn(await post(shop, checkoutId, { ...firm, action: 'update', peppol_id: 'wrong', phone: 'x' }))
  expect(page.errors).toEqual({})
  expect(new Set(Object.values(page.fields.organization))).toEqual(new Set(['off']))
  const order = await orderBy(shop, checkoutId, { ...firm, phone: '+46 70 123 45 67', peppol_id: 'wrong' })
  expect(order).toMatchObject({
    customer_kind: 'organization',
    phone: '',
    organization_number: '',
    order_reference: '',
    cost_centre: '',
    peppol_id: '',
    invoice_address: '',
  })
  expect(JSON.parse(order.address)).toMatchObject({ organization: '', name: 'Anna Andersson' })
})

test('an organization without a number may order where the number is optional, but not with a wrong one', async () => {
  await using shop = await fixtureShop()
  await setSettings(shop, ['checkout.organization.organizationNumber', 'optional'])
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  expect(pageIn(await post(shop, checkoutId, { ...firm, organization_number: '556016-0681' })).errors).toEqual({
    organization_number: 'organization_number_invalid',
  })
  const order = await orderBy(shop, checkoutId, { ...firm, organization_number: '' })
  expect([order.organization_number, order.hold]).toEqual(['', null])
})

test('a field that becomes required between page and post is asked for by every process', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const { seen } = await shown(shop, checkoutId)
  const other = await createShop(shop.env, { log: shop.log, now: shop.now })
  await setSettings(other, ['checkout.private.phone', 'required'])
  await other.close()
  expect(pageIn(await post(shop, checkoutId, { phone: '', seen })).errors).toEqual({ phone: 'required' })
  expect(await countOf(shop, 'orders')).toBe(0)
})

test('a message is asked for where it is on, shown to operator and buyer, and erased with the buyer', async () => {
  await using commands = await shopCommands()
  const { shop, run } = commands
  const place = async (message: string) => {
    const order = await orderBy(shop, await checkoutWith(shop, [['FAN', 1]]), { message })
    return { ...order, shown: (await run('order', 'show', order.number)).out }
  }
  expect((await place('Nobody asked')).message).toBe('')
  await setSettings(shop, ['checkout.private.message', 'required'])
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  expect(pageIn(await post(shop, checkoutId)).errors).toEqual({ message: 'required' })
  expect(pageIn(await post(shop, checkoutId, { message: 'x'.repeat(501) })).errors).toEqual({ message: 'too_long' })
  const order = await place('Ring <b>två</b> gånger')
  expect(order.message).toBe('Ring <b>två</b> gånger')
  expect(order.shown).toContain('Message: Ring <b>två</b> gånger')
  await mailsOf(shop)
  const html = (await readMails(shop)).map((mail) => mail.html).join('\n')
  expect(html).toContain('Ring &lt;b&gt;två&lt;/b&gt; gånger')
  expect(html).not.toContain('<b>två')
  expect((await exportedOrder(shop.db, order)).message).toBe(order.message)
  await shop.db.transaction().execute((trx) => anonymizeOrder(trx, order))
  expect((await orderById(shop.db, order.id))?.message).toBe('')
})
