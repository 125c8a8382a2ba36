import { describe, expect, test } from 'vitest'
import { changeMember } from '../../../src/server/identity/organizations/organizations.ts'
import { offersPage } from '../../../src/server/ordering/account/overview-page.ts'
import { accountQuotePage } from '../../../src/server/ordering/account/quote-page.ts'
import { storeCart, renewCart } from '../../../src/server/ordering/cart/store-cart.ts'
import { priceQuote } from '../../../src/server/ordering/quotes/answer-quote.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { quoteCommands } from '../../../src/tools/commands/quote/commands.ts'
import { aForm, fixtureShop, movableClock, somebody, swedish } from '../ordering/checkout/buyer.ts'
import { openCheckout, sendCheckout } from '../ordering/checkout/visit-checkout.ts'
import { addOrganization, bearerOf, visit, where } from './page-visit.ts'
import { addCustomer, mailsOf } from './shopper.ts'

const day = 86_400

async function firm(shop: Shop) {
  for (const id of ['buyer', 'admin', 'rival']) await addCustomer(shop, { id })
  await addOrganization(shop, { id: 'firm', members: { buyer: 'buyer', admin: 'admin' } })
  return {
    buyer: await bearerOf(shop, 'buyer'),
    admin: await bearerOf(shop, 'admin'),
    rival: await bearerOf(shop, 'rival'),
  }
}

/** Requests a quote from a checkout and returns its number. */
async function asked(shop: Shop, bearer: string, customerId = 'buyer', quantity = 4): Promise<string> {
  const checkoutId = await storeCart(shop, swedish(), {
    checkoutId: null,
    items: [
      { sku: 'FAN', quantity },
      { sku: 'FAN', quantity: 1 },
    ],
    coupons: [],
    customerId,
  })
  const answer = await visit(shop, '/sv/my-account/offers', offersPage, {
    bearer,
    form: { checkout_id: checkoutId, message: 'Före fredag' },
  })
  return where(answer).split('/').at(-1) ?? ''
}

const shown = (shop: Shop, bearer: string, number: string, form?: Record<string, string>) =>
  visit(shop, `/sv/my-account/offers/${number}`, accountQuotePage, { bearer, ...(form ? { form } : {}) })
const answered = (shop: Shop, number: string, price = 5_000, days = 30) =>
  priceQuote(shop, { number, prices: new Map([['FAN', price]]), days, answer: 'Gärna' })

/** An organization's buyer cannot use invoice as a private person. */
const forFirm = { customer_kind: 'organization', organization_name: 'Firm firm', organization_number: '556016-0680' }

/** Opens a checkout as a customer and orders it. */
async function order(shop: Shop, checkoutId: string, customerId: string | null, changes = {}) {
  const answer = await openCheckout(shop, 'sv', checkoutId, { customerId })
  const seen = answer.kind === 'page' ? answer.page.seen : ''
  const fields: Record<string, string> = {
    ...aForm({ ...(customerId === 'buyer' ? forFirm : {}), ...changes }),
    action: 'place',
    seen,
  }
  return sendCheckout(shop, 'sv', checkoutId, fields, somebody(customerId))
}

describe('quotes', () => {
  test('a buyer requests from the cart, the operator prices it, and the accepted quote becomes an order', async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    await shop.db
      .insertInto('personal_discounts')
      .values({ id: '1', customer_id: 'buyer', organization_id: null, discount_category: 'fans', percent: 50 })
      .execute()
    const number = await asked(shop, as.buyer)
    expect(await shown(shop, as.buyer, number)).toMatchObject({
      page: {
        state: 'requested',
        message: 'Före fredag',
        total: null,
        canAccept: false,
        canWithdraw: true,
        lines: [{ sku: 'FAN', quantity: 5, unit: null }],
      },
    })
    expect(where(await shown(shop, as.buyer, number, { action: 'accept' }))).toBe('200')
    await answered(shop, number)
    const mail = (await mailsOf(shop)).find((text) => text.includes('To: buyer@example.se'))
    expect([
      mail?.includes(number),
      mail?.includes('Gärna'),
      mail?.includes(`/sv/my-account/offers/${number}`),
    ]).toEqual([true, true, true])
    expect(await shown(shop, as.buyer, number)).toMatchObject({
      page: { state: 'priced', canAccept: true, total: { inc: 25_000, ex: 20_000 } },
    })
    const path = where(await shown(shop, as.buyer, number, { action: 'accept' })).split(' ')[1] ?? ''
    expect(where(await shown(shop, as.buyer, number, { action: 'accept' }))).toBe(`303 ${path}`)
    const checkoutId = path.split('/').at(-1) ?? ''
    expect(await openCheckout(shop, 'sv', checkoutId, { customerId: 'buyer' })).toMatchObject({
      page: { isQuoted: true, totals: { items: { inc: 25_000 } } },
    })
    expect((await order(shop, checkoutId, 'buyer')).kind).toBe('go')
    expect(await shop.db.selectFrom('orders').select(['items_total', 'customer_id']).executeTakeFirst()).toEqual({
      items_total: 25_000,
      customer_id: 'buyer',
    })
    expect(await shown(shop, as.buyer, number)).toMatchObject({
      page: { state: 'accepted', orderNumber: '100001', canAccept: false, canWithdraw: false },
    })
  })

  test("is visible to its requester and the organization's administrators; only the requester accepts", async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    const number = await asked(shop, as.buyer)
    await answered(shop, number)
    expect([where(await shown(shop, as.admin, number)), where(await shown(shop, as.rival, number))]).toEqual([
      '200',
      '404',
    ])
    expect(await shown(shop, as.admin, number, { action: 'accept' })).toMatchObject({
      status: 409,
      page: { canAccept: false, askedBy: 'Name of buyer' },
    })
    expect(await shown(shop, as.admin, number, { action: 'withdraw' })).toMatchObject({ status: 409 })
    for (const action of ['accept', 'withdraw'])
      expect(where(await shown(shop, as.rival, number, { action }))).toBe('404')
    expect(JSON.stringify(await visit(shop, '/sv/my-account/offers', offersPage, { bearer: as.rival }))).not.toContain(
      number,
    )
  })

  test("is bought at the shop's own prices once expired, or when no customer is signed in", async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const as = await firm(shop)
    const number = await asked(shop, as.buyer)
    await answered(shop, number, 5_000, 3)
    const checkoutId =
      where(await shown(shop, as.buyer, number, { action: 'accept' }))
        .split('/')
        .at(-1) ?? ''
    const items = async (customerId: string | null) => {
      const answer = await openCheckout(shop, 'sv', checkoutId, { customerId })
      return answer.kind === 'page' ? answer.page.totals.items.inc : 0
    }
    expect([await items('buyer'), (await items(null)) > 25_000, (await items('rival')) > 25_000]).toEqual([
      25_000,
      true,
      true,
    ])
    clock.advance(4 * day)
    expect(await items('buyer')).toBeGreaterThan(25_000)
    expect(await shown(shop, await bearerOf(shop, 'buyer'), number)).toMatchObject({
      page: { state: 'expired', canAccept: false },
    })
    expect((await order(shop, checkoutId, 'buyer')).kind).toBe('go')
    expect(await shop.db.selectFrom('quotes').select(['status', 'order_id']).executeTakeFirst()).toEqual({
      status: 'priced',
      order_id: null,
    })
  })

  test("is bought at the shop's own prices by a member who has left the organization", async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    const number = await asked(shop, as.buyer)
    await answered(shop, number)
    const checkoutId =
      where(await shown(shop, as.buyer, number, { action: 'accept' }))
        .split('/')
        .at(-1) ?? ''
    await changeMember(shop, 'firm', 'buyer', null)
    const answer = await openCheckout(shop, 'sv', checkoutId, { customerId: 'buyer' })
    expect(answer.kind === 'page' && answer.page.totals.items.inc).toBeGreaterThan(25_000)
    expect((await order(shop, checkoutId, 'buyer', { customer_kind: 'private', organization_number: '' })).kind).toBe(
      'go',
    )
    expect(await shop.db.selectFrom('quotes').select(['status', 'order_id']).executeTakeFirst()).toEqual({
      status: 'priced',
      order_id: null,
    })
  })

  test('keeps its items and accepts no code: another cart cannot replace it', async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    const number = await asked(shop, as.buyer)
    await answered(shop, number)
    const checkoutId =
      where(await shown(shop, as.buyer, number, { action: 'accept' }))
        .split('/')
        .at(-1) ?? ''
    expect(
      await renewCart(shop, swedish(), checkoutId, { items: [{ sku: 'FAN', quantity: 1 }], coupons: ['FIXED50'] }),
    ).toBe('other')
    const fields: Record<string, string> = { ...aForm(), coupon: 'FIXED50', action: 'update' }
    expect(await sendCheckout(shop, 'sv', checkoutId, fields, somebody('buyer'))).toMatchObject({
      page: { coupons: [], refusedCoupons: [{ code: 'FIXED50' }], totals: { items: { inc: 25_000 } } },
    })
  })

  test('keeps the price without VAT in every country', async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    const number = await asked(shop, as.buyer)
    await answered(shop, number)
    const checkoutId =
      where(await shown(shop, as.buyer, number, { action: 'accept' }))
        .split('/')
        .at(-1) ?? ''
    const fields: Record<string, string> = { ...aForm({ country: 'DE', postal_code: '10115' }), action: 'update' }
    const answer = await sendCheckout(shop, 'sv', checkoutId, fields, somebody('buyer'))
    // 40 kr without VAT, 19 % in Germany: 47.60.
    expect(answer).toMatchObject({ page: { lines: [{ amounts: { unit: { inc: 4_760 } } }] } })
  })

  test('is withdrawn by the customer, and not answered after that', async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    const number = await asked(shop, as.buyer)
    await shown(shop, as.buyer, number, { action: 'withdraw' })
    expect(await shown(shop, as.buyer, number)).toMatchObject({
      page: { state: 'withdrawn', canAccept: false, canWithdraw: false },
    })
    await expect(answered(shop, number)).rejects.toThrow('withdrawn')
  })

  test("can only be requested from one's own checkout, at most ten at a time", async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    const checkoutId = await storeCart(shop, swedish(), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 1 }],
      coupons: [],
      customerId: 'rival',
    })
    expect(
      await visit(shop, '/sv/my-account/offers', offersPage, { bearer: as.buyer, form: { checkout_id: checkoutId } }),
    ).toMatchObject({ status: 409, page: { fault: 'empty' } })
    for (let at = 0; at < 10; at += 1) await asked(shop, as.buyer)
    const one = await storeCart(shop, swedish(), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 1 }],
      coupons: [],
      customerId: 'buyer',
    })
    expect(
      await visit(shop, '/sv/my-account/offers', offersPage, { bearer: as.buyer, form: { checkout_id: one } }),
    ).toMatchObject({ status: 409, page: { fault: 'too_many' } })
  })
})

test('shop quote lists, shows, prices by percent and without VAT, rejects, and reports errors', async () => {
  await using shop = await fixtureShop()
  const as = await firm(shop)
  const [first, second] = [await asked(shop, as.buyer), await asked(shop, as.buyer)]
  const run = async (name: string, ...words: string[]) =>
    JSON.parse((await quoteCommands[name]?.(shop, [...words, '--json']))?.join('') ?? '') as unknown
  expect(await run('list', '--status', 'requested')).toHaveLength(2)
  await run('price', first, '--percent', '10', '--days', '7')
  const {
    lines: [line],
  } = (await run('show', first)) as { lines: { list_price: number; unit_price: number }[] }
  expect(line?.unit_price).toBe(Math.round((line?.list_price ?? 0) * 0.9))
  await run('price', first, 'FAN=80', '--ex-vat')
  expect(await run('show', first)).toMatchObject({ status: 'priced', lines: [{ unit_price: 10_000 }] })
  await run('price', first, 'FAN=80.55')
  expect(await run('show', first)).toMatchObject({ status: 'priced', currency: 'SEK', lines: [{ unit_price: 8_055 }] })
  expect(await run('reject', second, '--answer', 'Slut')).toMatchObject({ status: 'rejected', answer: 'Slut' })
  for (const words of [
    ['price', first],
    ['price', second, 'FAN=80'],
    ['price', first, 'NONE=1'],
    ['price', first, 'FAN=0'],
    ['price', first, 'FAN=80.505'],
    ['price', first, 'FAN'],
    ['price', first, '--percent', '200'],
    ['show', 'Q1'],
    ['reject', second],
    ['list', '--status', 'open'],
  ]) {
    const [name = '', ...rest] = words
    if (words.length === 2 && name === 'price') continue
    await expect(run(name, ...rest), words.join(' ')).rejects.toThrow()
  }
})
