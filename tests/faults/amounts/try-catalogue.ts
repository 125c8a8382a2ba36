import type { ShopFacts } from '../amounts-oracle/shop-facts.ts'
import type { Market } from '../amounts-oracle/unit-prices.ts'
import { isSold } from '../amounts-oracle/unit-prices.ts'
import { checkCards, checkSuggestion, readCards, type Card, type Suggested } from './check-catalogue.ts'
import type { Random } from './random.ts'
import type { Browser } from './shop-client.ts'
import type { Tally } from './tally.ts'

type Trying = { tally: Tally; facts: ShopFacts; random: Random; browser: Browser; now: Date }
const currencies = { SEK: '1', NOK: '2', DKK: '3', EUR: '4', GBP: '5', USD: '6' } as const
type Currency = keyof typeof currencies
const all = Object.keys(currencies) as Currency[]

/** Parts by their number in the search suggestions. */
export async function trySuggestions({ tally, facts, random, browser, now }: Trying, many: number): Promise<void> {
  const parts = [...facts.parts.values()].filter(({ isParent }) => !isParent)
  for (let at = 0; at < many; at += 1) {
    const [part, currency, country] = [
      random.pick(parts),
      random.pick(all),
      random.pick(['SE', 'DE', 'FI', 'NO', 'US']),
    ]
    const market: Market = { currency, country, at: now }
    if (!isSold(facts, part, market)) continue
    const query = new URLSearchParams({ query: part.sku, locale: 'sv', cc: country, cid: currencies[currency] })
    const { products }: { products: (Suggested & { variations: Suggested[] })[] } = JSON.parse(
      await browser.page(`/api/products?${query}`),
    )
    const found = products.flatMap((each) => [each, ...each.variations]).find(({ sku }) => sku === part.sku)
    if (found !== undefined) checkSuggestion({ tally, facts, market }, part, found)
  }
}

/** Category lists sorted by price, page by page. */
export async function tryLists(
  { tally, facts, random, browser, now }: Trying,
  paths: readonly string[],
  many: number,
): Promise<void> {
  for (let at = 0; at < many; at += 1) {
    const [path, currency, direction] = [random.pick(paths), random.pick(all), random.pick(['up', 'down'] as const)]
    browser.keepCookies([`cid=${currencies[currency]}`, 'cc=SE'])
    const cards: Card[] = []
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const html = await browser.page(`${path}?sort=price_${direction}${page > 1 ? `&page=${page}` : ''}`)
      cards.push(...readCards(html, 'sv'))
      isLast = !html.includes('rel="next"')
    }
    checkCards({ tally, facts, market: { currency, country: 'SE', at: now } }, cards, direction, path)
  }
}
