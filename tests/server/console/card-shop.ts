import { giftCardScreen } from '../../../src/server/console/gift-cards/gift-card-page.ts'
import { giftCardsScreen } from '../../../src/server/console/gift-cards/gift-cards-page.ts'
import { withReasons } from '../../../src/server/platform/audit/audit-queries.ts'
import { aForm, checkoutWith, fixtureShop, movableClock, theBrowser } from '../ordering/checkout/buyer.ts'
import { sendCheckout } from '../ordering/checkout/visit-checkout.ts'
import { contentOf, outcome, signedIn, visit, type Form } from './at-console.ts'

/** A shop with its owner at the console, and what they do with gift cards. */
export async function shopWithOwner() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  const browser = await signedIn(shop, 'owner')
  return {
    shop,
    clock,
    list: (query: Record<string, string> = {}) => contentOf(shop, browser, giftCardsScreen, { query }),
    open: (query: Record<string, string>) => outcome(shop, browser, giftCardsScreen, { query }),
    issue: (form: Form) =>
      outcome(shop, browser, giftCardsScreen, { form: { action: 'issue', currency: 'SEK', email: '', ...form } }),
    page: (id: string) => contentOf(shop, browser, giftCardScreen, { params: { id } }),
    send: (id: string, form: Form) => outcome(shop, browser, giftCardScreen, { params: { id }, form }),
    as: async (role: string, id: string, form: Form) =>
      visit(shop, await signedIn(shop, role), giftCardScreen, { params: { id }, form }),
    cards: () => shop.db.selectFrom('gift_cards').selectAll().execute(),
    audit: async () => {
      const all = shop.db.selectFrom('audit_log').selectAll().where('operation', 'like', 'gift_cards.%').orderBy('seq')
      return withReasons(shop.db, await all.execute())
    },
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

type Shop = Awaited<ReturnType<typeof fixtureShop>>

/** Enters a code at a checkout and orders. */
export async function buyWith(shop: Shop, code: string, between = () => Promise.resolve()) {
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  const form = { ...aForm({ payment_method: 'sandbox' }), seen: '' }
  const page = await sendCheckout(
    shop,
    'sv',
    checkoutId,
    { ...form, gift_card: code, action: 'gift_card' },
    theBrowser(shop),
  )
  if (page.kind !== 'page') throw new Error(page.kind)
  await between()
  const seen = { ...form, seen: page.page.seen, action: 'place' }
  return { before: page.page, answer: await sendCheckout(shop, 'sv', checkoutId, seen, theBrowser(shop)) }
}
