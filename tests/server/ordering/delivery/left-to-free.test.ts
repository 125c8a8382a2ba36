import { expect, test } from 'vitest'
import type { Shop } from '../../../../src/server/shop.ts'
import { setSettings } from '../../../support/set-settings.ts'
import { jar } from '../../call.ts'
import { checkoutWith, fixtureShop, somebody, swedish, theBrowser } from '../checkout/buyer.ts'
import { aForm } from '../checkout/buyer.ts'
import { looked, shopAsking } from '../checkout/reverse-charge-buyer.ts'
import { openCart, openCheckout, sendCart, sendCheckout, type CheckoutSeen } from '../checkout/visit-checkout.ts'

function leftIn(answer: CheckoutSeen) {
  if (answer.kind !== 'page' && answer.kind !== 'cart') throw new Error(`No sums but ${answer.kind}.`)
  return answer.page.leftToFree
}

const left = async (shop: Shop, checkoutId: string) =>
  leftIn(await openCheckout(shop, 'sv', checkoutId, theBrowser(shop)))

type Wanted = readonly (readonly [string, number])[]

test('the checkout says what is missing until its delivery is free, to the öre', async () => {
  await using shop = await fixtureShop()
  const of = async (...wanted: Wanted) => left(shop, await checkoutWith(shop, wanted))
  // Delivery in Sweden is free from 500 kr; FAN costs 99 kr, ODD-PRICE 10.99 kr, PASTE 79 kr.
  expect(await of(['FAN', 1])).toEqual({ inc: 40_100, ex: 32_080 })
  expect(await of(['FAN', 1], ['ODD-PRICE', 3])).toEqual({ inc: 36_803, ex: 29_442 })
  expect(await of(['FAN', 5])).toEqual({ inc: 500, ex: 400 })
  expect(await of(['FAN', 5], ['ODD-PRICE', 1])).toBeNull()
  expect(await of(['GIFT', 1])).toBeNull()
  expect(await of(['GIFT', 1], ['FAN', 1])).toEqual({ inc: 40_100, ex: 32_080 })
  expect(await of(['BAT-OUT', 1], ['FAN', 1])).toEqual({ inc: 40_100, ex: 32_080 })
  await setSettings(shop, ['delivery.methods.home-se.freeFrom', ''])
  expect(await of(['FAN', 1])).toBeNull()
})

test('the chosen delivery decides: pick-up is free anyway', async () => {
  await using shop = await fixtureShop()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const choose = async (method: string) =>
    leftIn(
      await sendCheckout(
        shop,
        'sv',
        checkoutId,
        { ...aForm(), action: 'delivery', delivery_method: method },
        somebody(),
      ),
    )
  expect(await choose('pick-up-se')).toBeNull()
  await setSettings(shop, ['delivery.methods.point-se.freeFrom', 300])
  expect(await choose('home-se')).toEqual({ inc: 40_100, ex: 32_080 })
  expect(await choose('point-se')).toEqual({ inc: 20_100, ex: 16_080 })
})

test('a buyer who accounts for the VAT sees the amount without it', async () => {
  await using at = await shopAsking()
  const { shop } = at
  const page = await looked(shop, await checkoutWith(shop, [['FAN', 1]]))
  expect(page.vat.reverseCharge).not.toBeNull()
  expect(page.leftToFree?.inc).toBeGreaterThan(0)
  expect(page.leftToFree?.ex).toBe(page.leftToFree?.inc)
})

test('the cart page says it in the currency and with the VAT of the country', async () => {
  await using shop = await fixtureShop()
  const visitor = { ...somebody(), cookies: jar(new Map()) }
  const of = async (context = swedish()) => leftIn(await openCart(shop, context, visitor))
  await sendCart(shop, swedish(), { atc: 'RkFOOjE=' }, visitor)
  expect(await of()).toEqual({ inc: 40_100, ex: 32_080 })
  const cart = async (country: string, code: 'EUR' | 'NOK') => {
    const answer = await openCart(shop, swedish(country, code), visitor)
    if (answer.kind !== 'cart') throw new Error('There is no cart.')
    return answer.page
  }
  const german = await cart('DE', 'EUR')
  expect(german.leftToFree?.ex).toBe(Math.round((german.leftToFree?.inc ?? 0) / 1.19))
  const norwegian = await cart('NO', 'NOK')
  expect(norwegian.leftToFree?.ex).toBe(norwegian.leftToFree?.inc)
  await sendCart(shop, swedish(), { atc: 'RkFOOjE=', quantity: '9' }, visitor)
  expect(await of()).toBeNull()
})
