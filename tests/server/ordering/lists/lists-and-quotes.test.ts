import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { offersPage } from '../../../../src/server/ordering/account/overview-page.ts'
import { accountQuotePage } from '../../../../src/server/ordering/account/quote-page.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { listPage } from '../../../../src/server/ordering/lists/list-page.ts'
import { priceQuote } from '../../../../src/server/ordering/quotes/answer-quote.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { lowestLines } from '../../../oracle/agreed.ts'
import { oracleAmounts, type OracleAmount } from '../../../oracle/amounts.ts'
import { shopLines, type Wanted } from '../../../oracle/shop.ts'
import { cases } from '../../../support/cases.ts'
import { addOrganization, bearerOf, visit, where } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { agreedRows, storeAgreements } from '../cart/agreed-carts.ts'
import { anyShopCart, storedProducts, type Place, type RandomCart } from '../cart/random-carts.ts'
import { fixtureShop, somebody, swedish } from '../checkout/buyer.ts'
import { openCheckout } from '../checkout/visit-checkout.ts'
import { listWith } from './list-keeper.ts'

/** A buyer with agreed prices of their own and of their company, and a discount of their own. */
const buyer = 'somebody'
const personal = { power: 22 }
const numRuns = cases(inject('engine') === 'sqlite' ? 200 : 80, 0.1)
const plain = ({ inc, ex }: OracleAmount) => ({ inc: Number(inc), ex: Number(ex) })
const shoppingOf = ({ country, currency }: Place) => ({ ...swedish(country, currency), buyer })

/** Each part once, with all of its units; offers that belong to another part are parts like all others here. */
function partsOf({ wanted }: RandomCart, without?: string): Wanted[] {
  const units = new Map<string, number>()
  for (const { sku, quantity, added_by_coupon: gift } of wanted)
    if (gift === undefined && sku !== without) units.set(sku, Math.min(5_000, (units.get(sku) ?? 0) + quantity))
  return [...units].map(([sku, quantity]) => ({ sku, quantity }))
}

/** What the parts cost this buyer by the specification. */
function rightFor(parts: readonly Wanted[], place: Place) {
  const own = shopLines(storedProducts, parts, place, { rows: agreedRows, personal })
  const { lines, items } = oracleAmounts(lowestLines(own, [], personal), { coupons: [], personal })
  return { lines: lines.map(({ unit, total }) => ({ unit: plain(unit), total: plain(total) })), items: plain(items) }
}

async function shopOfBuyer() {
  const shop = await fixtureShop()
  await shop.db.updateTable('stock').set({ on_hand: 1_000_000 }).execute()
  await addCustomer(shop, { id: buyer })
  await addOrganization(shop, { id: 'firm', members: {} })
  await storeAgreements(shop.db, buyer)
  await shop.db
    .insertInto('personal_discounts')
    .values({ id: 'p', customer_id: buyer, organization_id: null, discount_category: 'power', percent: 22 })
    .execute()
  return { shop, bearer: await bearerOf(shop, buyer), [Symbol.asyncDispose]: () => shop.close() }
}

/** Tries a property in new shops by turns, within the limits of lists and quotes that a buyer can make. */
async function tryInShops<Case>(anyCase: fc.Arbitrary<Case>, holds: (at: Buyer, tried: Case) => Promise<void>) {
  const perShop = 25
  for (let done = 0; done < numRuns; done += perShop) {
    await using at = await shopOfBuyer()
    const property = fc.asyncProperty(anyCase, (tried) => holds(at, tried))
    await fc.assert(property, { numRuns: Math.min(perShop, numRuns - done) })
  }
}
type Buyer = Awaited<ReturnType<typeof shopOfBuyer>>

/** A checkout with parts of the buyer. */
function checkoutOf(shop: Shop, parts: readonly Wanted[], place: Place): Promise<string> {
  const cart = { checkoutId: null, items: [...parts], coupons: [], customerId: buyer }
  return storeCart(shop, shoppingOf(place), cart)
}

/** Unit prices, line totals and the sum that a checkout shows. */
async function atCheckout(shop: Shop, checkoutId: string) {
  const shown = await openCheckout(shop, 'sv', checkoutId, somebody(buyer))
  if (shown.kind !== 'page') throw new Error(shown.kind)
  const lines = shown.page.lines.map(({ amounts: { unit, total } }) => ({ unit, total }))
  return { lines, items: shown.page.totals.items }
}

test('a list shows what its parts cost its buyer in the checkout, in every country and currency', async () => {
  await tryInShops(anyShopCart, async ({ shop, bearer }, cart) => {
    const parts = partsOf(cart)
    await shop.db.deleteFrom('part_lists').execute()
    const id = await listWith(shop, bearer, parts.map(({ sku, quantity }) => `${sku} ${quantity}`).join('\n'))
    const asked = { bearer, shopping: shoppingOf(cart.place) }
    const answer = await visit(shop, `/sv/my-account/lists/${id}`, listPage, asked)
    if (answer instanceof Response) throw new Error(`The list was answered ${answer.status}.`)
    const right = rightFor(parts, cart.place)
    const { lines, total } = answer.page
    expect({ lines: lines.map((line) => ({ unit: line.unit, total: line.total })), items: total }).toEqual(right)
    expect(await atCheckout(shop, await checkoutOf(shop, parts, cart.place))).toEqual(right)
  })
})

test('a quote shows what its parts cost without it, and its sum is what the checkout asks for', async () => {
  const anyPrices = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 7, maxLength: 7 })
  await tryInShops(fc.tuple(anyShopCart, anyPrices), async ({ shop, bearer }, [cart, prices]) => {
    const parts = partsOf(cart, 'GIFT')
    if (parts.length === 0) return
    await shop.db.deleteFrom('quotes').execute()
    const form = { checkout_id: await checkoutOf(shop, parts, cart.place), message: '' }
    const path = where(await visit(shop, '/sv/my-account/offers', offersPage, { bearer, form })).split(' ')[1] ?? ''
    const asked = await quoteShown(shop, bearer, path)
    const right = rightFor(parts, cart.place)
    expect(asked.lines.map(({ list }) => list)).toEqual(right.lines.map(({ unit }) => unit))
    const priced = new Map(parts.map(({ sku }, line) => [sku, prices[line] ?? 1]))
    await priceQuote(shop, { number: asked.number, prices: priced, days: 30, answer: '' })
    const quote = await quoteShown(shop, bearer, path)
    expect(quote.lines.map(({ unit }) => unit?.inc)).toEqual([...priced.values()])
    const accept = where(await visit(shop, path, accountQuotePage, { bearer, form: { action: 'accept' } }))
    const shown = await atCheckout(shop, accept.split('/').at(-1) ?? '')
    expect(quote.lines.map(({ unit, total }) => ({ unit, total }))).toEqual(shown.lines)
    expect(quote.total).toEqual(shown.items)
  })
})

async function quoteShown(shop: Shop, bearer: string, path: string) {
  const answer = await visit(shop, path, accountQuotePage, { bearer })
  if (!('page' in answer)) throw new Error('No quote is shown.')
  return answer.page
}
