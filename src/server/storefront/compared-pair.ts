import type { SearchPage } from '../../contracts/catalog-pages/search-page.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { href } from '../../routes.ts'
import { productCards } from '../catalog/products/product-cards.ts'
import type { Shop } from '../catalog/shop.ts'
import { hasDigit } from '../search/query.ts'
import { searchProducts } from '../search/search-products.ts'

const between = /^(.*\S)\s+(?:vs\.?|versus|kontra|jämfört med|compared (?:to|with))\s+(\S.*)$/iu
const asked = /^(?:jämför|compare)\s+(.*\S)\s+(?:och|med|mot|and|with|to)\s+(\S.*)$/iu

type Pair = readonly [string, string]

/**
 * What the two things that a text compares may be called, the likeliest first: "3060 vs 4060 asus" as itself, and with
 * the words that one side may share with the other. A number is compared with a number alone: "Corsair VS 550" is a
 * part. Empty where it compares nothing.
 */
export function comparedTexts(text: string): Pair[] {
  const [, one, other] = between.exec(text) ?? asked.exec(text) ?? []
  if (one === undefined || other === undefined || hasDigit(one) !== hasDigit(other)) return []
  const [left, right] = [one.split(/\s+/), other.split(/\s+/)]
  const shared = Math.min(left.length, right.length)
  const [end, start] = [right.slice(shared), left.slice(0, -shared)]
  return [
    [one, other],
    ...(end.length === 0 ? [] : [[[...left, ...end].join(' '), other] as const]),
    ...(start.length === 0 ? [] : [[one, [...start, ...right].join(' ')] as const]),
  ]
}

/**
 * Offers to compare the first parts that a search finds for each of two things, where all words of both are found and
 * the parts are of one kind.
 */
export async function comparedPair(shop: Shop, context: ShoppingContext, text: string): Promise<SearchPage['compare']> {
  for (const pair of comparedTexts(text)) {
    const [one, other] = await firstCards(shop, context, pair)
    if (one && other && one.sku !== other.sku && mainOf(one) !== undefined && mainOf(one) === mainOf(other)) {
      const items = [one.sku, other.sku].join(',')
      return { one: one.name, other: other.name, path: href(context.language, 'compare', {}, { items }) }
    }
  }
  return null
}

/** The first part of each search; undefined for one that leaves out or corrects a word. */
async function firstCards(shop: Shop, context: ShoppingContext, pair: Pair): Promise<(Card | undefined)[]> {
  const { language } = context
  const found = await Promise.all(pair.map((query) => searchProducts(shop, { query, language, limit: 1, offset: 0 })))
  const ids = found.map(({ ids: [id], reading: { dropped, corrections } }) =>
    dropped.length + corrections.length > 0 ? undefined : id,
  )
  const known = ids.flatMap((id) => id ?? [])
  const { cards } = await productCards(shop.db, context, known, shop.now())
  return ids.map((id) => cards.find((card) => card.product_id === id))
}

type Card = Awaited<ReturnType<typeof productCards>>['cards'][number]

const mainOf = (card: Card | undefined) => card?.categories.find(({ main }) => main)?.name
