import type { ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import type { ProductPage } from '../../contracts/catalog-pages/product-page.ts'
import type { Queryable } from '../platform/db/tables.ts'
import type { Cards } from './products/product-cards.ts'
import { boughtTogether, relatedProducts } from './products/product-queries.ts'
import { successorIds } from './products/successors.ts'

/** Pairs that are read to fill the shelf of accessories: some may be sold out, hidden or related already. */
const mostBought = 12
const shelfLength = 4

type Relation = Awaited<ReturnType<typeof relatedProducts>>[number]
/** The products beside another: what editors chose, what others bought with it, and what replaces it. */
type Related = { relations: readonly Relation[]; bought: readonly string[]; successor: string | null }

export async function readRelated(db: Queryable, id: string): Promise<Related> {
  const relations = await relatedProducts(db, id)
  const isReplaced = relations.some(({ kind }) => kind === 'successor')
  return {
    relations,
    bought: await boughtTogether(db, id, mostBought),
    successor: isReplaced ? ((await successorIds(db, [id])).get(id) ?? null) : null,
  }
}

export function relatedIds({ relations, bought, successor }: Related): string[] {
  return [...relations.map((relation) => relation.related_id), ...bought, ...(successor === null ? [] : [successor])]
}

type Shelves = Pick<ProductPage, 'accessories' | 'boughtTogether' | 'alternatives' | 'bundle' | 'successor'>

/** Puts the cards of related products on their shelves; the successor stands apart from the alternatives. */
export function shelvesOf({ cards }: Cards, { relations, bought, successor }: Related): Shelves {
  const byId = new Map(cards.map((card) => [card.product_id, card]))
  const of = (kind: Relation['kind']): ProductCard[] =>
    relations.filter((relation) => relation.kind === kind).flatMap((relation) => byId.get(relation.related_id) ?? [])
  const accessories = of('accessory')
  const known = new Set(relations.map((relation) => relation.related_id))
  const others = bought.flatMap((id) => (known.has(id) ? [] : (byId.get(id) ?? []))).filter((card) => card.orderable)
  return {
    accessories,
    boughtTogether: others.slice(0, Math.max(0, shelfLength - accessories.length)),
    alternatives: of('alternative').filter((card) => card.product_id !== successor),
    bundle: relations
      .filter((relation) => relation.kind === 'bundle')
      .flatMap(({ related_id: id, discount_percent: discountPercent }) => {
        const product = byId.get(id)
        return product ? [{ product, discountPercent }] : []
      }),
    successor: successor === null ? null : (byId.get(successor) ?? null),
  }
}
