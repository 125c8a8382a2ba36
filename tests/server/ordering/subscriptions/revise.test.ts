import { expect, test } from 'vitest'
import { customerById } from '../../../../src/server/identity/customer-queries.ts'
import { eraseCustomer } from '../../../../src/server/ordering/account/erase-customer.ts'
import { exportCustomer } from '../../../../src/server/ordering/account/export-customer.ts'
import { orderRenewal } from '../../../../src/server/ordering/renewals/renewal-order.ts'
import type { SubscriptionRow } from '../../../../src/server/ordering/subscriptions/queries.ts'
import { addressJson, changedValuesJson } from '../../../../src/server/platform/db/json-columns.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { aForm } from '../checkout/buyer.ts'
import { confirm, norway, post, review, revise, shown, withLink, type Fields } from './reviser.ts'
import { day, laterOrders, newsTo, renewals, subscription, work } from './subscriber.ts'

for (const [where, fields] of [
  ['elsewhere in Sweden', { line1: 'Nygatan 5', postal_code: '75320', city: 'Uppsala' }],
  ['in Norway', norway],
  ['in Germany', { line1: 'Hauptstraße 3', postal_code: '10115', city: 'Berlin', country: 'DE' }],
] satisfies [string, Fields][]) {
  test(`the next order is of the new quantity to the new address ${where}, and costs what was told`, async () => {
    await using shop = await withLink()
    const { clock, token } = shop
    const wanted = { ...fields, quantity: '3' }
    const told = await review(shop, token, wanted)
    expect([told?.faults, told?.offer?.payment]).toEqual([{}, 'bill'])
    expect(await subscription(shop)).toMatchObject({ quantity: 2, country: 'SE' })
    expect(await confirm(shop, token, wanted, told?.offer?.seen ?? '')).toBe('?done=revise')
    clock.advance(30 * day)
    await work(shop)
    const [order] = await laterOrders(shop)
    expect(order).toMatchObject({ sku: 'PASTE', quantity: 3, total: told?.offer?.cost?.total })
    const { address } = await shop.db
      .selectFrom('orders')
      .select('address')
      .where('checkout_id', '=', order?.checkout_id ?? '')
      .executeTakeFirstOrThrow()
    expect(addressJson.read(address)).toMatchObject({ line1: fields['line1'], city: fields['city'] })
  })
}

test('the subscriber is mailed the new quantity, address and sum, and staff see what changed', async () => {
  await using shop = await withLink()
  const { token } = shop
  const told = await review(shop, token, { ...norway, quantity: '3' })
  expect(await revise(shop, token, { ...norway, quantity: '3' })).toBe('?done=revise')
  expect(await revise(shop, token, { ...norway, quantity: '3' })).toBe('?done=revise')
  await work(shop)
  expect(newsTo(shop)).toEqual(['changed', 'started'])
  const mail = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').find((text) => text.includes('subscription-changed'))
  const text = mail?.replaceAll('\u00a0', ' ') ?? ''
  expect(text).toContain('gäller nu 3 x paste')
  expect(text).toContain('Storgata 9, 0155 Oslo, Norge')
  expect(told?.offer?.cost?.total).toBeGreaterThan(20_700)
  const [change, ...more] = await shop.db.selectFrom('subscription_changes').selectAll().execute()
  expect([change?.action, change?.access, more.length]).toEqual(['revise', 'link', 0])
  expect(changedValuesJson.read(change?.before ?? '')).toMatchObject({ quantity: '2' })
  expect(changedValuesJson.read(change?.after ?? '')).toMatchObject({
    quantity: '3',
    address: 'Anna Andersson, Storgata 9, 0155 Oslo, NO',
  })
})

test('wrong values are said at their fields, and change nothing', async () => {
  await using shop = await withLink()
  const { token } = shop
  const before = await subscription(shop)
  for (const [fields, faults] of [
    [{ quantity: '0' }, { quantity: 'quantity_invalid' }],
    [{ quantity: '-3' }, { quantity: 'quantity_invalid' }],
    [{ quantity: '2.5' }, { quantity: 'quantity_invalid' }],
    [{ quantity: '5001' }, { quantity: 'quantity_invalid' }],
    [{ quantity: '99999999999999999999' }, { quantity: 'quantity_invalid' }],
    [{ quantity: '' }, { quantity: 'quantity_invalid' }],
    [{ quantity: '5000' }, { quantity: 'more_than_stock' }],
    [{ country: 'XX' }, { country: 'country_unknown' }],
    [{ postal_code: '1' }, { postal_code: 'postal_code_invalid' }],
    [
      { line1: ' ', city: '' },
      { line1: 'required', city: 'required' },
    ],
    [{ name: 'x'.repeat(400) }, { name: 'too_long' }],
    [{ phone: 'abc' }, { phone: 'phone_invalid' }],
  ] as const) {
    const shown = await review(shop, token, fields)
    expect([shown?.faults, shown?.offer], JSON.stringify(fields)).toEqual([faults, null])
    expect(await confirm(shop, token, fields, 'x')).toBe('review')
  }
  expect({ ...(await subscription(shop)), updated_at: '' }).toEqual({ ...before, updated_at: '' })
})

test('a part that is sold out can go elsewhere, but not in a larger number', async () => {
  await using shop = await withLink()
  const { token } = shop
  await shop.db.updateTable('stock').set({ on_hand: 2, reserved: 2 }).where('product_id', '=', 'paste').execute()
  expect(await review(shop, token, { quantity: '3' })).toMatchObject({
    faults: { quantity: 'more_than_stock' },
    left: 0,
  })
  const told = await review(shop, token, { line1: 'Nygatan 5' })
  expect([told?.faults, told?.offer?.cost]).toEqual([{}, null])
  expect(await revise(shop, token, { line1: 'Nygatan 5', quantity: '1' })).toBe('?done=revise')
  await shop.db.updateTable('products').set({ status: 'draft' }).where('id', '=', 'paste').execute()
  expect((await review(shop, token, { quantity: '2' }))?.faults).toEqual({ quantity: 'more_than_stock' })
})

test('a link changes its own subscription only, and none of an account', async () => {
  await using shop = await withLink()
  const { token } = shop
  expect(await review(shop, token, { id: 'another', quantity: '1' })).toBeNull()
  expect(await review(shop, `${token}x`, { quantity: '1' })).toBeNull()
  const told = await review(shop, token, { quantity: '1' })
  await addCustomer(shop, { id: 'karin' })
  await shop.db.updateTable('subscriptions').set({ customer_id: 'karin' }).execute()
  expect(await review(shop, token, { quantity: '1' })).toBeNull()
  expect(await confirm(shop, token, { quantity: '1' }, told?.offer?.seen ?? '')).toBe('?refused=1')
  expect((await subscription(shop)).quantity).toBe(2)
})

test('what changed since it was shown is shown again before it is confirmed', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  const seenOf = async (fields: Fields) => (await review(shop, token, fields))?.offer?.seen ?? ''
  const [first, second] = [await seenOf({ quantity: '1' }), await seenOf(norway)]
  expect(await confirm(shop, token, { quantity: '1', city: 'Solna' }, first)).toBe('changed')
  expect(await confirm(shop, token, { quantity: '1' }, first)).toBe('?done=revise')
  expect(await confirm(shop, token, norway, second)).toBe('changed')
  const before = await seenOf(norway)
  await shop.db.updateTable('prices').set({ amount: 9_900 }).where('product_id', '=', 'paste').execute()
  expect(await confirm(shop, token, norway, before)).toBe('changed')
  const due = await seenOf(norway)
  clock.advance(30 * day)
  await work(shop)
  expect(await confirm(shop, token, norway, due)).toBe('changed')
})

test('what was typed is shown again on the way back, until it is confirmed or a day old', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  const { id } = await subscription(shop)
  const typedOf = async () => (await shown(shop, token, `?change=${id}&review=1`))?.typed['city']
  expect(await typedOf()).toBe('Stockholm')
  await review(shop, token, norway)
  expect([await typedOf(), (await shown(shop, token, `?change=${id}`))?.typed['city']]).toEqual(['Oslo', 'Stockholm'])
  clock.advance(2 * day)
  expect(await typedOf()).toBe('Stockholm')
  expect(await revise(shop, token, norway)).toBe('?done=revise')
  expect(await shop.db.selectFrom('subscription_drafts').selectAll().execute()).toEqual([])
})

test('of two changes that are confirmed at once one counts', async () => {
  await using shop = await withLink()
  const { token } = shop
  const wanted: readonly Fields[] = [{ quantity: '1' }, norway]
  const seen = await Promise.all(wanted.map((fields) => review(shop, token, fields)))
  const answers = await Promise.all(
    wanted.map((fields, at) => confirm(shop, token, fields, seen[at]?.offer?.seen ?? '')),
  )
  expect(answers.toSorted()).toEqual(['?done=revise', 'changed'])
  expect(await shop.db.selectFrom('subscription_changes').selectAll().execute()).toHaveLength(1)
})

test('an order that is being placed while its subscription changes is placed with the new address', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  await shop.db.updateTable('stock').set({ on_hand: 2, reserved: 2 }).where('product_id', '=', 'paste').execute()
  clock.advance(30 * day)
  await work(shop)
  const [renewal] = await renewals(shop)
  const read: SubscriptionRow = await subscription(shop)
  await shop.db.updateTable('stock').set({ on_hand: 9 }).where('product_id', '=', 'paste').execute()
  expect(await revise(shop, token, norway)).toBe('?done=revise')
  if (!renewal) throw new Error('No renewal.')
  expect(await orderRenewal(shop, read, renewal)).toMatchObject({ kind: 'changed' })
  clock.advance(day)
  await work(shop)
  const { address } = await shop.db
    .selectFrom('orders')
    .select('address')
    .where('checkout_id', '=', renewal.checkout_id)
    .executeTakeFirstOrThrow()
  expect(addressJson.read(address)).toMatchObject({ line1: 'Storgata 9' })
})

test('a paused order in the making is not placed', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  await shop.db.updateTable('stock').set({ on_hand: 2, reserved: 2 }).where('product_id', '=', 'paste').execute()
  clock.advance(30 * day)
  await work(shop)
  const [renewal] = await renewals(shop)
  const read: SubscriptionRow = await subscription(shop)
  await shop.db.updateTable('stock').set({ on_hand: 9 }).where('product_id', '=', 'paste').execute()
  await post(shop, token, { action: 'pause' })
  if (!renewal) throw new Error('No renewal.')
  expect(await orderRenewal(shop, read, renewal)).toMatchObject({ kind: 'changed' })
})

test('a checkout that a mail leads to, and is not ordered, has the new address and quantity', async () => {
  await using shop = await withLink(aForm({ payment_method: 'sandbox' }))
  const { clock, token } = shop
  clock.advance(30 * day)
  await work(shop)
  await shop.db.updateTable('orders').set({ status: 'expired' }).where('status', '=', 'pending_payment').execute()
  expect(await revise(shop, token, { ...norway, quantity: '1' })).toBe('?done=revise')
  const [renewal] = await renewals(shop)
  const cart = await shop.db
    .selectFrom('carts')
    .select(['country', 'form', 'lines'])
    .where('checkout_id', '=', renewal?.checkout_id ?? '')
    .executeTakeFirstOrThrow()
  expect(cart.country).toBe('NO')
  expect([cart.form, cart.lines].join(' ')).toMatch(/Storgata 9.*"quantity":1/s)
})

test('a form that is sent very often is refused for an hour', async () => {
  await using shop = await withLink()
  const { clock, token } = shop
  for (let sent = 0; sent < 60; sent += 1) await review(shop, token, { quantity: '1' })
  expect((await review(shop, token, { quantity: '1' }))?.refusal).toBe('too_often')
  clock.advance(3_601)
  expect((await review(shop, token, { quantity: '1' }))?.refusal).toBeNull()
})

test('an organization in another EU country pays no VAT with a confirmed number', async () => {
  await using shop = await withLink(
    aForm({ customer_kind: 'organization', organization_name: 'Ek AB', organization_number: '556036-0793' }),
  )
  const { token } = shop
  const german = { line1: 'Hauptstraße 3', postal_code: '10115', city: 'Berlin', country: 'DE' }
  const company = { organization_name: 'Ek GmbH', organization_number: 'HRB 1', vat_number: '' }
  const taxed = await review(shop, token, { ...german, ...company })
  expect(taxed?.offer?.isReverseCharged).toBe(false)
  const free = await review(shop, token, { ...german, ...company, vat_number: 'DE136695976' })
  expect([free?.faults, free?.offer?.isReverseCharged]).toEqual([{}, true])
  expect(free?.offer?.cost?.vat).toBe(0)
  expect((await review(shop, token, { ...german, ...company, vat_number: 'DE1' }))?.faults).toEqual({
    vat_number: 'vat_number_invalid',
  })
})

test('what a customer typed and changed is in the export, and is gone when the account is erased', async () => {
  await using shop = await withLink()
  const { token } = shop
  expect(await revise(shop, token, norway)).toBe('?done=revise')
  await review(shop, token, { ...norway, city: 'Bergen' })
  await addCustomer(shop, { id: 'anna', email: 'anna@example.se' })
  const customer = await customerById(shop.db, 'anna')
  if (!customer) throw new Error('No customer.')
  const { subscriptions } = await exportCustomer(shop, customer, undefined)
  expect(subscriptions).toMatchObject([
    {
      sku: 'PASTE',
      checkout: { city: 'Oslo' },
      changes: [{ after: { address: expect.stringContaining('Oslo') as string } }],
    },
  ])
  await shop.db.updateTable('orders').set({ status: 'delivered', hold: null }).execute()
  expect(await eraseCustomer(shop, customer, undefined)).toBe(true)
  for (const table of ['subscription_changes', 'subscription_drafts'] as const)
    expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([])
})
