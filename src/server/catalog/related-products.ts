import type { ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import type { ProductPage } from '../../contracts/catalog-pages/product-page.ts'
import { onOneConnection } from '../platform/db/on-one-connection.ts'
import { findAlternatives } from './alternatives/find-alternatives.ts'
import type { Cards } from './products/product-cards.ts'
import { boughtTogether, relatedProducts, type ProductHead } from './products/product-queries.ts'
import { successorIds } from './products/successors.ts'
import type { Shop } from './shop.ts'

const shelfLength = 4
/** Alternatives that are found to fill their shelf: some may be replaced or shown elsewhere. */
const maxFound = 12

type Relation = Awaited<ReturnType<typeof relatedProducts>>[number]
/** The products beside another: what editors chose, what others bought with it, what replaces it and what could. */
type Related = {
  relations: readonly Relation[]
  bought: readonly string[]
  successor: string | null
  found: readonly string[]
}

export async function readRelated(shop: Shop, product: ProductHead): Promise<Related> {
  const { db } = shop
  const { id } = product
  const [relations, bought] = await onOneConnection(db, (one) =>
    Promise.all([relatedProducts(one, id), boughtTogether(one, id)]),
  )
  const chosen = relations.filter(({ kind }) => kind === 'alternative')
  const isReplaced = relations.some(({ kind }) => kind === 'successor')
  return {
    relations,
    bought,
    successor: isReplaced ? ((await successorIds(db, [id])).get(id) ?? null) : null,
    found: chosen.length < shelfLength ? await findAlternatives(shop, product, maxFound) : [],
  }
}

export function relatedIds({ relations, bought, successor, found }: Related): string[] {
  const ids = [...relations.map((relation) => relation.related_id), ...bought, ...found]
  return successor === null ? ids : [...ids, successor]
}

type Shelves = Pick<ProductPage, 'accessories' | 'boughtTogether' | 'alternatives' | 'bundle' | 'successor'>

/** Puts the cards of related products on their shelves; the successor stands apart from the alternatives. */
export function shelvesOf({ cards }: Cards, { relations, bought, successor, found }: Related): Shelves {
  const byId = new Map(cards.map((card) => [card.product_id, card]))
  const of = (kind: Relation['kind']): ProductCard[] =>
    relations.filter((relation) => relation.kind === kind).flatMap((relation) => byId.get(relation.related_id) ?? [])
  const accessories = of('accessory')
  const known = new Set(relations.map((relation) => relation.related_id))
  const others = bought.flatMap((id) => (known.has(id) ? [] : (byId.get(id) ?? []))).filter((card) => card.orderable)
  const isGone = (card: ProductCard) => card.replaced_by !== null && !card.orderable
  const chosen = of('alternative').filter((card) => card.product_id !== successor && !isGone(card))
  const similar = found.flatMap((id) => (known.has(id) || id === successor ? [] : (byId.get(id) ?? [])))
  const room = Math.max(0, shelfLength - chosen.length)
  return {
    accessories,
    boughtTogether: others.slice(0, Math.max(0, shelfLength - accessories.length)),
    alternatives: [...chosen, ...similar.filter((card) => card.replaced_by === null).slice(0, room)],
    bundle: relations
      .filter((relation) => relation.kind === 'bundle')
      .flatMap(({ related_id: id, discount_percent: discountPercent }) => {
        const product = byId.get(id)
        return product ? [{ product, discountPercent }] : []
      }),
    successor: successor === null ? null : (byId.get(successor) ?? null),
  }
}
