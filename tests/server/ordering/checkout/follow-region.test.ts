import { expect, test } from 'vitest'
import { currencyByCode, type CurrencyCode } from '../../../../src/domain/money/currencies.ts'
import { cartRow, updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { byMail } from '../../../../src/server/ordering/cart/order-buyer.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { jar } from '../../call.ts'
import { aForm, checkoutWith, fixtureShop, somebody, swedish, theBrowser } from './buyer.ts'
import { sendCheckout, visitCheckout } from './visit-checkout.ts'

/** Opens a checkout after its buyer has chosen a currency and a country in the switches. */
async function openAfter(
  shop: Shop,
  id: string,
  visitor = theBrowser(shop),
  region: [string, CurrencyCode] = ['DE', 'EUR'],
) {
  const [country, code] = region
  visitor.cookies.set('cid', String(currencyByCode(code)?.id))
  visitor.cookies.set('cc', country)
  const answer = await visitCheckout(shop, swedish(country, code), id, new Request('http://shop.test/'), visitor)
  if (answer.kind !== 'page') throw new Error(`No page but ${answer.kind}.`)
  return answer.page
}

test('a checkout follows the currency and country that its buyer chooses meanwhile, with what was typed', async () => {
  await using shop = await fixtureShop()
  const id = await checkoutWith(shop, [['FAN', 1]])
  await sendCheckout(shop, 'sv', id, { ...aForm(), action: 'delivery' }, theBrowser(shop))
  const page = await openAfter(shop, id)
  expect(page).toMatchObject({ currency: 'EUR', form: { country: 'DE', name: 'Anna Andersson' }, changes: [] })
  expect(await cartRow(shop.db, id)).toMatchObject({ currency: 'EUR', country: 'DE' })
})

test('a country that is chosen in the form after the switch stays', async () => {
  await using shop = await fixtureShop()
  const id = await checkoutWith(shop, [['FAN', 1]])
  await openAfter(shop, id)
  await sendCheckout(shop, 'sv', id, { ...aForm({ country: 'NO' }), action: 'delivery' }, theBrowser(shop))
  expect((await openAfter(shop, id)).form.country).toBe('NO')
})

test('nobody else moves a checkout, nor an unknown cookie', async () => {
  await using shop = await fixtureShop()
  const id = await checkoutWith(shop, [['FAN', 1]])
  await sendCheckout(shop, 'sv', id, { ...aForm(), action: 'delivery' }, theBrowser(shop))
  expect((await openAfter(shop, id, somebody())).currency).toBe('SEK')
  const visitor = { ...theBrowser(shop), cookies: jar(new Map([['cid', '99']])) }
  await visitCheckout(shop, swedish('SE', 'EUR'), id, new Request('http://shop.test/'), visitor)
  expect(await cartRow(shop.db, id)).toMatchObject({ currency: 'SEK', country: 'SE' })
})

test('who only looks at a checkout in which nobody has typed sees another region and does not move it', async () => {
  await using shop = await fixtureShop()
  const id = await checkoutWith(shop, [['FAN', 1]])
  expect(await openAfter(shop, id)).toMatchObject({ currency: 'EUR', form: { country: 'DE' } })
  expect(await cartRow(shop.db, id)).toMatchObject({ currency: 'SEK', country: 'SE' })
  const page = await openAfter(shop, id, theBrowser(shop))
  const form = { ...aForm({ country: 'DE' }), seen: page.seen, action: 'delivery' }
  expect(await sendCheckout(shop, 'sv', id, form, theBrowser(shop))).toMatchObject({ page: { currency: 'EUR' } })
  expect(await cartRow(shop.db, id)).toMatchObject({ currency: 'EUR', country: 'DE' })
})

test('what the shop made for its reader keeps its region, whatever the cookies say', async () => {
  await using shop = await fixtureShop()
  const id = await checkoutWith(shop, [['FAN', 1]])
  for (const typedBy of [byMail, 'account']) {
    await updateCart(shop.db, id, { typed_by: typedBy })
    expect((await openAfter(shop, id)).currency).toBe('SEK')
  }
  expect(await cartRow(shop.db, id)).toMatchObject({ currency: 'SEK', country: 'SE' })
})
