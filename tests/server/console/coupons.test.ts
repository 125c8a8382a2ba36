import { expect, test } from 'vitest'
import type { CouponState } from '../../../src/domain/cart/coupon-states.ts'
import { couponScreen, newCouponScreen } from '../../../src/server/console/coupons/coupon-page.ts'
import { couponsScreen } from '../../../src/server/console/coupons/coupons-page.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { couponRows } from '../../../src/server/pricing/discounts/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { aForm, buy, checkoutWith, fixtureShop, priced } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

const make = (shop: Shop, who: Browser, form: Form) =>
  outcome(shop, who, newCouponScreen, { form: { action: 'make', ...form } })

async function listed(shop: Shop, who: Browser, query: Record<string, string> = {}): Promise<string[]> {
  return (await contentOf(shop, who, couponsScreen, { query })).rows.map(({ label }) => label)
}

const open = (shop: Shop, who: Browser, code: string) => contentOf(shop, who, couponScreen, { params: { code } })

async function act(shop: Shop, who: Browser, code: string, form: Form) {
  return outcome(shop, who, couponScreen, { params: { code }, form })
}

/** The fields of a coupon's form, as its page shows them. */
async function formOf(shop: Shop, who: Browser, code: string): Promise<Record<string, string>> {
  const { fields, version } = await open(shop, who, code)
  const { amounts, ...texts } = fields
  const typed = Object.entries(amounts).map(([currency, amount]) => [`amount:${currency}`, amount])
  return { action: 'change', version, ...texts, ...(Object.fromEntries(typed) as Record<string, string>) }
}

test('a coupon of every kind is made, and is stored exactly', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const made = await make(shop, who, {
    code: 'höst-26',
    percent: '15 %',
    'amount:SEK': '49,50',
    'amount:EUR': '4.05',
    delivery: 'free',
    minimum: '1 234,56',
    groups: 'bat\nbat',
    limit: '100',
    person_limit: '2',
    from: '2026-03-28',
    until: '2026-03-29',
  })
  expect([made.status, made.fault]).toEqual([303, null])
  expect(made.location).toContain('H%C3%96ST-26')
  const [row] = await couponRows(shop.db, ['HÖST-26'])
  expect(row).toMatchObject({
    percentage: 15,
    fixed_amounts: '{"SEK":4950,"EUR":405}',
    free_delivery: 1,
    minimum_spend: 123_456,
    groups: '["bat"]',
    usage_limit: 100,
    person_limit: 2,
    // The clocks change on the last day: it has 23 hours.
    starts_at: '2026-03-27T23:00:00.000Z',
    ends_at: '2026-03-29T22:00:00.000Z',
  })
  const { fields, state } = await open(shop, who, 'HÖST-26')
  expect([state, fields.from, fields.until, fields.minimum, fields.amounts]).toEqual([
    'over',
    '2026-03-28',
    '2026-03-29',
    '1234.56',
    { SEK: '49.50', EUR: '4.05' },
  ])
  const [entry] = await auditOf(shop.db, { kind: 'coupon', id: 'HÖST-26' })
  expect(entry?.operation).toBe('coupons.make')
})

test.each([
  [{ code: 'AB', percent: '5' }, 'at least three'],
  [{ code: 'NEW' }, 'what the coupon gives'],
  [{ code: 'TEN', percent: '5' }, 'There is a coupon'],
  [{ code: 'NEW', percent: '0' }, 'from 1 to 100'],
  [{ code: 'NEW', percent: '101' }, 'from 1 to 100'],
  [{ code: 'NEW', percent: '5.5' }, 'from 1 to 100'],
  [{ code: 'NEW', 'amount:SEK': '0' }, 'more than zero'],
  [{ code: 'NEW', 'amount:SEK': '-5' }, 'more than zero'],
  [{ code: 'NEW', 'amount:SEK': '1.005' }, 'more than zero'],
  [{ code: 'NEW', 'amount:XXX': '5' }, 'what the coupon gives'],
  [{ code: 'NEW', percent: '5', groups: 'nothing has this' }, 'No product has "nothing has this"'],
  [{ code: 'NEW', adds: 'NOTHING' }, 'No product has "NOTHING"'],
  [{ code: 'NEW', percent: '5', from: '2026-06-02', until: '2026-06-01' }, 'before the first'],
  [{ code: 'NEW', percent: '5', until: '2026-02-30' }, 'year-month-day'],
  [{ code: 'NEW', percent: '5', limit: '0' }, 'at least 1'],
  [{ code: 'NEW', percent: '5', customer: 'nobody@example.com' }, 'No customer'],
  [{ code: 'NEW', percent: '5', organization: '1' }, 'No organisation'],
  [{ code: 'CUSTOMERDISCOUNT', 'amount:SEK': '5' }, 'one customer'],
] as const)('%j is refused', async (form, fault) => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const before = await listed(shop, who)
  const refused = await make(shop, who, form)
  expect(refused.fault).toContain(fault)
  expect(await listed(shop, who)).toEqual(before)
})

test('coupons are found by code, state, kind and use', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'seller')
  const all = await listed(shop, who)
  expect(all).toContain('TEN')
  expect(await listed(shop, who, { sort: 'code' })).toEqual((await listed(shop, who, { sort: '-code' })).toReversed())
  expect(await listed(shop, who, { q: 'group2' })).toEqual(['GROUP20'])
  expect(await listed(shop, who, { q: "' or 1=1 --" })).toEqual([])
  const states: readonly CouponState[] = ['runs', 'to_come', 'over', 'used_up', 'stopped']
  const found = await Promise.all(states.map((state) => listed(shop, who, { state })))
  expect(found.flat().toSorted()).toEqual(all.toSorted())
  expect([found[1], found[2]]).toEqual([['LATER'], ['ENDED']])
  expect(await listed(shop, who, { kind: 'gift' })).toEqual(['GIFT'])
  expect((await listed(shop, who, { kind: 'amount' })).toSorted()).toEqual(['CUSTOMERDISCOUNT', 'FIVE', 'FIXED50'])
  expect((await listed(shop, who, { for: 'one' })).toSorted()).toEqual(['CUSTOMERDISCOUNT', 'PERSONAL'])
  expect(await listed(shop, who, { used: 'yes' })).toEqual([])
})

test('a changed coupon counts at once, and of two people who change one the second is told', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const checkoutId = await checkoutWith(shop, [['FAN', 2]], ['TEN'])
  const before = (await priced(shop, checkoutId)).totals.items.inc
  const shown = await formOf(shop, other, 'TEN')
  expect((await act(shop, one, 'TEN', { ...(await formOf(shop, one, 'TEN')), percent: '50' })).fault).toBeNull()
  expect((await priced(shop, checkoutId)).totals.items.inc).toBeLessThan(before)
  const late = await act(shop, other, 'TEN', { ...shown, limit: '3' })
  expect(late.fault).toContain('The owner')
  expect((await couponRows(shop.db, ['TEN']))[0]).toMatchObject({ percentage: 50, usage_limit: null })
})

test('a moment within a day stays while its day does', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  await act(shop, who, 'ENDED', { ...(await formOf(shop, who, 'ENDED')), percent: '40' })
  expect((await couponRows(shop.db, ['ENDED']))[0]).toMatchObject({
    percentage: 40,
    ends_at: '2026-06-15T12:00:00.000Z',
  })
})

test('a coupon is switched off and on again', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const checkoutId = await checkoutWith(shop, [['FAN', 1]], ['TEN'])
  const usable = async () => (await priced(shop, checkoutId)).coupons.length
  expect(await usable()).toBe(1)
  expect((await act(shop, who, 'TEN', { action: 'stop' })).fault).toBeNull()
  expect([await usable(), await listed(shop, who, { state: 'stopped' })]).toEqual([0, ['TEN']])
  expect((await act(shop, who, 'TEN', { action: 'start' })).fault).toBeNull()
  expect(await usable()).toBe(1)
  expect((await auditOf(shop.db, { kind: 'coupon', id: 'TEN' })).map(({ operation }) => operation)).toEqual([
    'coupons.start',
    'coupons.stop',
  ])
})

test('free delivery is given, used up and listed with its order; a cancelled order does not count', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  await make(shop, who, { code: 'FRAKTFRITT', delivery: 'free', person_limit: '1', limit: '1' })
  const checkoutId = await checkoutWith(shop, [['FAN', 1]], ['FRAKTFRITT'])
  const usual = await priced(shop, await checkoutWith(shop, [['FAN', 1]]))
  const free = await priced(shop, checkoutId)
  expect(usual.totals.delivery.inc).toBeGreaterThan(0)
  expect([free.totals.delivery.inc, free.redeemed]).toEqual([0, ['FRAKTFRITT']])
  const result = await buy(shop, checkoutId)
  if (result.kind !== 'placed') throw new Error(result.kind)
  const used = await open(shop, who, 'FRAKTFRITT')
  expect([used.used, used.state, used.uses.map(({ isReturned }) => isReturned)]).toEqual([1, 'used_up', [false]])
  expect(
    (await act(shop, who, 'FRAKTFRITT', { ...(await formOf(shop, who, 'FRAKTFRITT')), limit: '' })).fault,
  ).toBeNull()
  await cancelOrder(shop, { orderId: result.orderId, reason: '', actor: 'test' })
  const back = await open(shop, who, 'FRAKTFRITT')
  expect([back.used, back.state, back.uses.map(({ isReturned }) => isReturned)]).toEqual([0, 'runs', [true]])
})

test('a coupon for one use of each person is refused to the same mailbox, also at once', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  await make(shop, who, { code: 'EN-GANG', percent: '10', person_limit: '1' })
  const ids = await Promise.all([1, 2, 3].map(() => checkoutWith(shop, [['FAN', 1]], ['EN-GANG'])))
  const mailbox = ['anna@gmail.com', 'Anna+1@gmail.com', 'an.na@gmail.com']
  const results = await Promise.all(ids.map((id, at) => buy(shop, id, aForm({ email: mailbox[at] }))))
  const discounted = await shop.db.selectFrom('coupon_uses').selectAll().where('code', '=', 'EN-GANG').execute()
  expect(discounted).toHaveLength(1)
  expect(results.filter(({ kind }) => kind === 'placed').length).toBeGreaterThan(0)
  const again = await checkoutWith(shop, [['FAN', 1]], ['EN-GANG'])
  expect((await buy(shop, again, aForm({ email: 'a.nna+2@gmail.com' }))).kind).not.toBe('placed')
  const elsewhere = await checkoutWith(shop, [['FAN', 1]], ['EN-GANG'])
  expect((await buy(shop, elsewhere, aForm({ email: 'anna@googlemail.com' }))).kind).not.toBe('placed')
  const other = await checkoutWith(shop, [['FAN', 1]], ['EN-GANG'])
  expect((await buy(shop, other, aForm({ email: 'other@example.com' }))).kind).toBe('placed')
  expect((await open(shop, who, 'EN-GANG')).used).toBe(2)
})

test('a coupon of an organization is for its members', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const organization = { id: 'o', name: 'Åkes Verkstad AB', organization_number: '5560160680', vat_number: null }
  const rest = { country: 'SE', credit_limit: 0, cost_centre: '', created_at: shop.now().toISOString() }
  await shop.db
    .insertInto('organizations')
    .values({ ...organization, ...rest })
    .execute()
  expect((await make(shop, who, { code: 'BOLAG', percent: '10', organization: '5560160680' })).fault).toBeNull()
  // A name does as well, as long as nobody else has it.
  const named = (code: string) => make(shop, who, { code, percent: '10', organization: 'åkes verkstad ab' })
  expect((await named('BOLAGET')).fault).toBeNull()
  expect(await open(shop, who, 'BOLAGET')).toMatchObject({ fields: { organization: '5560160680' } })
  await shop.db
    .insertInto('organizations')
    .values({ ...organization, ...rest, id: 'same', organization_number: '5560160681' })
    .execute()
  expect((await named('BOLAGEN')).fault).toContain('No organisation')
  const checkoutId = await checkoutWith(shop, [['FAN', 1]], ['BOLAG'])
  const usable = async () => (await priced(shop, checkoutId)).coupons.length
  expect(await usable()).toBe(0)
  await shop.db
    .insertInto('organization_members')
    .values({ organization_id: 'o', customer_id: 'c', role: 'buyer' })
    .execute()
  await shop.db.updateTable('carts').set({ customer_id: 'c' }).where('checkout_id', '=', checkoutId).execute()
  expect(await usable()).toBe(1)
})
