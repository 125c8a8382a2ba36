import { expect } from 'vitest'
import type { Shop } from '../../../../src/server/shop.ts'
import { FakeVies } from '../../../support/fake-vies.ts'
import { aForm, fixtureShop, theBrowser, type Clock } from './buyer.ts'
import { sendCheckout } from './visit-checkout.ts'

export const number = 'DE136695976'

const firm = {
  customer_kind: 'organization',
  organization_name: 'Firma GmbH',
  organization_number: 'HRB 1',
  vat_number: 'de 136.695.976',
  country: 'DE',
  postal_code: '10115',
  city: 'Berlin',
}

export type Changes = Partial<Record<string, string>>

/** A shop that asks the fake VIES. */
export async function shopAsking(clock?: Clock) {
  const vies = await FakeVies.start()
  const own = await fixtureShop(clock)
  const shop: Shop = { ...own, env: { ...own.env, ...vies.env } }
  return {
    shop,
    vies,
    [Symbol.asyncDispose]: async () => {
      await own[Symbol.asyncDispose]()
      await vies[Symbol.asyncDispose]()
    },
  }
}

/** Posts the checkout form of a German organization. */
export async function post(shop: Shop, checkoutId: string, changes: Changes, seen = '') {
  const fields: Changes = { ...aForm(firm), action: 'place', seen, ...changes }
  return sendCheckout(shop, 'en', checkoutId, fields, theBrowser(shop))
}

/** Updates the checkout and returns its page. */
export async function looked(shop: Shop, checkoutId: string, changes: Changes = {}, seen?: string) {
  const answer = await post(shop, checkoutId, { action: 'update', ...changes }, seen)
  if (answer.kind !== 'page') throw new Error(`No page but ${answer.kind}.`)
  return answer.page
}

export const orderOf = ({ db }: Shop, checkoutId: string) =>
  db.selectFrom('orders').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst()

export const linesOf = ({ db }: Shop) => db.selectFrom('order_lines').selectAll().orderBy('position').execute()

/** Places the order of a checkout and returns it. */
export async function placed(shop: Shop, checkoutId: string, changes: Changes = {}) {
  const { seen } = await looked(shop, checkoutId, changes)
  expect(await post(shop, checkoutId, changes, seen)).toMatchObject({ kind: 'go' })
  const order = await orderOf(shop, checkoutId)
  if (!order) throw new Error('There is no order.')
  return order
}
