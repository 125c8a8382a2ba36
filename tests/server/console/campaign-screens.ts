import { productPage } from '../../../src/server/catalog/product-page.ts'
import { campaignScreen } from '../../../src/server/console/campaigns/campaign-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { swedish } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, type Browser, type Form } from './at-console.ts'

/** The clock of the fixture shop is at 14:00 on Monday 15 June in Stockholm. */
export const friday = { start_day: '2026-06-19', start_time: '00:00', end_day: '2026-06-21', end_time: '' }

export const open = (shop: Shop, who: Browser, id: string) => contentOf(shop, who, campaignScreen, { params: { id } })
export const act = (shop: Shop, who: Browser, id: string, form: Form) =>
  outcome(shop, who, campaignScreen, { params: { id }, form })

/** What shoppers see of a product: its price, its price before, and when that changes next. */
export async function shopperSees(shop: Shop, slug: string) {
  const result = shownOf(await productPage(shop, swedish(), slug))
  if (!result) throw new Error(`There is no product ${slug}.`)
  const { n, c } = result.page.product.prices
  const [tier] = c ?? n
  return { now: tier?.p, before: tier?.o, changesAt: result.changesAt }
}

export const secondsTo = (clock: { now: () => Date }, iso: string) => (Date.parse(iso) - clock.now().getTime()) / 1_000
