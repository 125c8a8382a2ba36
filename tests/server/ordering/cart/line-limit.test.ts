import { describe, expect, test } from 'vitest'
import { StartCheckout } from '../../../../src/contracts/calls/start-checkout.ts'
import { SyncCart } from '../../../../src/contracts/calls/sync-cart.ts'
import { SyncCoupons } from '../../../../src/contracts/calls/sync-coupons.ts'
import { formatAtc } from '../../../../src/domain/cart/atc.ts'
import { cartRow, updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import { syncCoupons } from '../../../../src/server/ordering/cart/sync-coupons.ts'
import { startCheckout } from '../../../../src/server/ordering/checkout/start-checkout.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { defaultContext } from '../../../support/default-context.ts'
import { call, jar } from '../../call.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { checkoutWith, fixtureShop, swedish } from '../checkout/buyer.ts'
import { visitCheckout } from '../checkout/visit-checkout.ts'

const invented = (count: number) => Array.from({ length: count }, (_, at) => ({ sku: `INVENTED-${at}`, quantity: 1 }))
const cartsOf = async (shop: Shop) =>
  shop.db.selectFrom('carts').select(['checkout_id', 'lines', 'campaign_data']).execute()
const ask = (shop: Shop, body: object, who = {}) =>
  call(shop, StartCheckout, startCheckout, { body, shopping: swedish(), ...who })

describe('what a cart stores of anonymous posts', () => {
  test('a checkout of unknown parts only stores nothing', async () => {
    await using shop = await fixtureShop()
    expect(await ask(shop, { items: invented(200) })).toMatchObject({ status: 409, answer: { code: 'cart_empty' } })
    expect(await cartsOf(shop)).toEqual([])
  })

  test('unknown parts are dropped beside known ones', async () => {
    await using shop = await fixtureShop()
    expect(await ask(shop, { items: [...invented(199), { sku: 'FAN', quantity: 2 }] })).toMatchObject({ status: 200 })
    const [cart] = await cartsOf(shop)
    expect((JSON.parse(cart?.lines ?? '') as { sku: string }[]).map(({ sku }) => sku)).toEqual(['FAN'])
  })

  test('a sync of a known checkout stores known parts only', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    const body = { items: [...invented(150), { sku: 'RAM', quantity: 1 }], coupons: [], checkout_order_id: checkoutId }
    expect(await call(shop, SyncCart, syncCart, { body, shopping: swedish() })).toMatchObject({ status: 200 })
    expect(
      (JSON.parse((await cartRow(shop.db, checkoutId))?.lines ?? '') as { sku: string }[]).map(({ sku }) => sku),
    ).toEqual(['RAM'])
  })

  test('campaign data is cut to its known fields and lengths', async () => {
    await using shop = await fixtureShop()
    const campaign = {
      location: `https://x.example/${'a'.repeat(5_000)}`,
      referrer: 7,
      trackingParams: { gclid: 'g'.repeat(2_000), other: 'x' },
      more: 'y'.repeat(9_000),
    }
    expect(await ask(shop, { items: [{ sku: 'FAN', quantity: 1 }], campaign_data: campaign })).toMatchObject({
      status: 200,
    })
    const [cart] = await cartsOf(shop)
    const kept = JSON.parse(cart?.campaign_data ?? '') as { location: string; trackingParams: { gclid: string } }
    expect(Object.keys(kept).sort()).toEqual(['location', 'referrer', 'trackingParams'])
    expect(kept).toMatchObject({
      location: expect.stringMatching(/^https:\/\/x\.example\/a{1,2000}$/),
      referrer: '',
      trackingParams: { gclid: 'g'.repeat(500) },
    })
    expect(cart?.campaign_data.length).toBeLessThan(3_000)
  })
})

describe('a cart with more lines than a guest may have', () => {
  const known = (count: number) => Array.from({ length: count }, () => ({ sku: 'SCREW-11', quantity: 1 }))

  test('is rejected by every call with the same code, and stored by none', async () => {
    await using shop = await fixtureShop()
    const refused = { status: 422, answer: { code: 'too_many_lines' } }
    expect(await ask(shop, { items: known(201) })).toMatchObject(refused)
    expect(await call(shop, SyncCart, syncCart, { body: { items: known(201) }, shopping: swedish() })).toMatchObject(
      refused,
    )
    expect(
      await call(shop, SyncCoupons, syncCoupons, {
        body: { coupons: ['TEN'], cart_contents: known(201) },
        shopping: swedish(),
      }),
    ).toMatchObject(refused)
    expect(await cartsOf(shop)).toEqual([])
    await addCustomer(shop, { id: 'anna' })
    expect(await ask(shop, { items: known(201) }, { customerId: 'anna' })).toMatchObject({ status: 200 })
  })

  test('is not priced if stored before the limit existed, and stays as it was', async () => {
    await using shop = await fixtureShop()
    const checkoutId = await checkoutWith(shop, [['FAN', 1]])
    await updateCart(shop.db, checkoutId, { lines: JSON.stringify(known(5_000)) })
    for (const posted of [undefined, new URLSearchParams({ action: 'place' })]) {
      expect(await visit(shop, checkoutId, posted)).toEqual({ kind: 'go', path: '/sv/checkout' })
    }
    expect(JSON.parse((await cartRow(shop.db, checkoutId))?.lines ?? '') as unknown[]).toHaveLength(5_000)
  })
})

describe('without scripts', () => {
  test('a full cart says how many parts were not added, and keeps everything', async () => {
    await using shop = await fixtureShop()
    const cookies = new Map<string, string>()
    const skus = await manyParts(shop, 203)
    const answer = await visit(
      shop,
      undefined,
      new URLSearchParams({ atc: formatAtc(skus.map((sku) => ({ sku, quantity: 1 }))) }),
      cookies,
    )
    expect(answer).toEqual({ kind: 'go', path: '/sv/checkout?left_out=3' })
    const shown = await visit(shop, undefined, undefined, cookies, 'http://shop.test/sv/checkout?left_out=3')
    expect(shown).toMatchObject({
      kind: 'cart',
      page: { limit: { most: 200, maxOfCustomers: 1_000, leftOut: 3, excess: 0 } },
    })
    expect(shown.kind === 'cart' && shown.page.lines).toHaveLength(200)
  })

  test('a cart that is too long says how many lines to remove, and does not reach the checkout', async () => {
    await using shop = await fixtureShop()
    const cookies = new Map<string, string>()
    const skus = await manyParts(shop, 210)
    const kept = await checkoutWith(shop, [['FAN', 1]])
    await updateCart(shop.db, kept, { lines: JSON.stringify(skus.map((sku) => ({ sku, quantity: 1 }))) })
    cookies.set('cart', `~${kept}`)
    expect(await visit(shop, undefined, undefined, cookies)).toMatchObject({
      kind: 'cart',
      page: { limit: { most: 200, leftOut: 0, excess: 10 } },
    })
    expect(await visit(shop, undefined, new URLSearchParams({ action: 'checkout' }), cookies)).toEqual({
      kind: 'go',
      path: '/sv/checkout',
    })
    expect(await visit(shop, undefined, new URLSearchParams({ action: 'update' }), cookies)).toEqual({
      kind: 'go',
      path: '/sv/checkout',
    })
    const still = await visit(shop, undefined, undefined, cookies)
    expect(still.kind === 'cart' && still.page.lines).toHaveLength(210)
  })

  test('unknown parts in an add form are not stored', async () => {
    await using shop = await fixtureShop()
    const cookies = new Map<string, string>()
    await visit(shop, undefined, new URLSearchParams({ atc: formatAtc(invented(100)) }), cookies)
    expect(cookies.get('cart')).toBeUndefined()
    expect(await cartsOf(shop)).toEqual([])
  })
})

function visit(
  shop: Shop,
  checkoutId: string | undefined,
  posted?: URLSearchParams,
  cookies = new Map<string, string>(),
  url = 'http://shop.test/sv/checkout',
) {
  const request = new Request(url, posted ? { method: 'POST', body: posted } : {})
  return visitCheckout(shop, defaultContext('sv'), checkoutId, request, {
    customerId: null,
    clientAddress: '192.0.2.1',
    cookies: jar(cookies),
  })
}

/** Additional orderable parts: copies of one of the fixture shop. */
async function manyParts(shop: Shop, count: number): Promise<string[]> {
  const skus = Array.from({ length: count }, (_, at) => `MANY-${at}`)
  const product = await shop.db.selectFrom('products').selectAll().where('sku', '=', 'FAN').executeTakeFirstOrThrow()
  const texts = await shop.db.selectFrom('product_texts').selectAll().where('product_id', '=', product.id).execute()
  await shop.db
    .insertInto('products')
    .values(skus.map((sku) => ({ ...product, id: sku, sku })))
    .execute()
  await shop.db
    .insertInto('product_texts')
    .values(
      skus.flatMap((sku) =>
        texts.map((text) => ({ ...text, product_id: sku, slug: `${text.slug}-${sku.toLowerCase()}` })),
      ),
    )
    .execute()
  return skus
}
