import { expect, test } from 'vitest'
import { offersPage } from '../../../src/server/ordering/account/overview-page.ts'
import { accountQuotePage } from '../../../src/server/ordering/account/quote-page.ts'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'
import { bearerOf, visit, where } from './page-visit.ts'
import { addCustomer } from './shopper.ts'

async function ask(shop: Shop, bearer: string) {
  const items = [{ sku: 'FAN', quantity: 1 }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId: 'buyer' })
  return visit(shop, '/sv/my-account/offers', offersPage, { bearer, form: { checkout_id: checkoutId, message: '' } })
}

const mailsToOperator = ({ db }: Shop) =>
  db.selectFrom('outbox').select('id').where('kind', '=', 'mail.operator_quote').execute()

test('ten requests wait at most, also when many are sent at once', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'buyer' })
  const bearer = await bearerOf(shop, 'buyer')
  const answers = await Promise.all(Array.from({ length: 16 }, () => ask(shop, bearer)))
  expect(answers.map(where).filter((each) => each.startsWith('303'))).toHaveLength(10)
  expect(await mailsToOperator(shop)).toHaveLength(10)
})

test('withdrawing does not allow more than thirty requests a day', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'buyer' })
  const bearer = await bearerOf(shop, 'buyer')
  for (let each = 0; each < 30; each += 1) {
    const number =
      where(await ask(shop, bearer))
        .split('/')
        .at(-1) ?? ''
    await visit(shop, `/sv/my-account/offers/${number}`, accountQuotePage, { bearer, form: { action: 'withdraw' } })
  }
  expect(await ask(shop, bearer)).toMatchObject({ status: 429, page: { fault: 'too_often' } })
  expect(await mailsToOperator(shop)).toHaveLength(30)
  clock.advance(86_401)
  expect(where(await ask(shop, await bearerOf(shop, 'buyer')))).toMatch(/^303/)
})
