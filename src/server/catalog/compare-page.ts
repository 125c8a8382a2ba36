import {
  maxCompared,
  type ComparedRow,
  type ComparePage,
  type CompareQuery,
} from '../../contracts/catalog-pages/compare-page.ts'
import type { ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { normalizePartNumber } from '../../domain/products/part-numbers.ts'
import { href } from '../../routes.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { goTo, publicPage, type PageResult } from '../platform/http/pages/page-result.ts'
import { attributeText } from './products/attribute-value.ts'
import { attributeValues } from './products/card-fact-queries.ts'
import { productCards } from './products/product-cards.ts'
import { listedByOwnNumber } from './products/product-queries.ts'
import type { Shop } from './shop.ts'

/**
 * Loads up to four parts side by side. Numbers that no listed part has are left out, and the address is made canonical.
 */
export async function comparePage(
  shop: Shop,
  context: ShoppingContext,
  { items, add }: CompareQuery,
): Promise<PageResult<ComparePage>> {
  const { language } = context
  const typed = (add ?? '').trim()
  const requested = [...(items ?? '').split(','), typed].map(normalizePartNumber).filter(Boolean)
  const found = await listedByOwnNumber(shop.db, [...new Set(requested)].slice(0, 2 * maxCompared))
  const parts = [...new Set(requested.flatMap((number) => found.get(number) ?? []))].slice(0, maxCompared)
  const skus = parts.map(({ sku }) => sku)
  const isFound = typed === '' || found.has(normalizePartNumber(typed))
  const canonical = pathOf(language, skus)
  if (isFound && (add !== undefined || (items ?? '') !== skus.join(','))) return goTo(canonical)
  const { cards, changesAt } = await productCards(
    shop.db,
    context,
    parts.map(({ id }) => id),
    shop.now(),
  )
  const rows = await comparedRows(shop.db, language, cards)
  const isSame = ({ values }: ComparedRow) => values.every((value) => value === values[0])
  const page: ComparePage = {
    products: cards.map((card) => ({
      card,
      removePath: pathOf(
        language,
        skus.filter((sku) => sku !== card.sku),
      ),
    })),
    different: rows.filter((row) => !isSame(row)),
    same: rows.filter(isSame),
    items: skus.join(','),
    unknown: isFound ? null : typed,
    path: canonical,
    alternates: { en: pathOf('en', skus), sv: pathOf('sv', skus) },
  }
  return publicPage(page, { tags: ['catalog', ...cards.map((card) => `product:${card.product_id}`)], changesAt })
}

function pathOf(language: Language, skus: readonly string[]): string {
  return href(language, 'compare', {}, { items: skus.join(',') })
}

/** The attributes of the parts in their order, with all values of each part. */
async function comparedRows(db: Queryable, language: Language, cards: readonly ProductCard[]): Promise<ComparedRow[]> {
  if (cards.length === 0) return []
  const rows = await attributeValues(
    db,
    language,
    cards.map((card) => card.product_id),
  )
  const byAttribute = Map.groupBy(rows, (row) => row.attribute_id)
  return [...byAttribute.values()].map((values) => ({
    name: values[0]?.name ?? '',
    values: cards.map(({ product_id: id }) => {
      const own = values.filter((row) => row.product_id === id)
      return own.length > 0 ? own.map((row) => attributeText(row, language)).join(', ') : null
    }),
  }))
}
