import type { ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { onOneConnection } from '../platform/db/on-one-connection.ts'
import { earliest } from '../platform/http/pages/page-result.ts'
import type { Shop } from '../platform/shop.ts'
import type { Cached, CardInputs } from './cached-reads.ts'
import { nothingAgreed } from './products/agreed-facts.ts'
import { cardAttributes } from './products/card-facts.ts'
import { devicesOfCards, publishedOnly, variantIds } from './products/card-queries.ts'
import { cardExtras, composedCards, firstChange, productCards, type CardExtras } from './products/product-cards.ts'
import { nextChange, pricedFacts, readFacts, type ProductFacts, type ReadFacts } from './products/product-facts.ts'
import { successorsOf } from './products/successors.ts'

type FoundCards = { cards: ProductCard[]; changesAt: string | null }

/**
 * Cards of the same products on the pages of many regions: what is read of them is kept until the next change, and only
 * priced for each region. The texts of a card are the same objects for all regions of a language.
 */
export async function cachedCards(
  shop: Shop,
  cached: Cached,
  context: ShoppingContext,
  ids: readonly string[],
  inputs: CardInputs,
): Promise<FoundCards> {
  const now = shop.now()
  if (ids.length === 0 || context.buyer) return productCards(shop.db, context, ids, now, inputs)
  const key = `${context.language}:${ids.join()}`
  const at = now.toISOString()
  const currencies = `${context.currency.code}:${context.home.currency}`
  const known = await cached(`cards:${currencies}:${key}`, () => readCards(shop, context, ids, at))
  const isOver = known.changesAt !== null && known.changesAt <= at
  const read = isOver ? await readCards(shop, context, ids, at) : known
  const beside = await cached(`cards:${key}`, () => readCardExtras(shop, context, read.own, inputs))
  const pricing = { pricing: inputs.pricing, agreed: nothingAgreed, at }
  const facts: ReadonlyMap<string, ProductFacts> = new Map([
    ...pricedFacts(read.own, pricing),
    ...pricedFacts(read.theirs, pricing),
  ])
  const { children } = read
  return { cards: composedCards(ids, { children, facts, beside }), changesAt: firstChange([...facts.values()]) }
}

/** Products and their choices, which count until `changesAt`, when the first campaign begins or ends. */
type ReadCards = {
  children: Awaited<ReturnType<typeof variantIds>>
  own: ReadFacts
  theirs: ReadFacts
  changesAt: string | null
}

function readCards({ db }: Shop, context: ShoppingContext, ids: readonly string[], at: string): Promise<ReadCards> {
  const how = { seen: publishedOnly, at }
  return onOneConnection(db, async (one) => {
    const [children, own] = await Promise.all([variantIds(one, ids), readFacts(one, context, ids, how)])
    const theirs = await readFacts(
      one,
      context,
      children.map(({ id }) => id).filter((id) => !ids.includes(id)),
      how,
    )
    return { children, own, theirs, changesAt: earliest(nextOf(own, at), nextOf(theirs, at)) }
  })
}

function nextOf({ campaigns }: ReadFacts, at: string): string | null {
  return nextChange([...campaigns.values()].flat(), at)
}

/** Facts, devices and successors, which no region changes. */
function readCardExtras(
  { db }: Shop,
  { language }: ShoppingContext,
  { rows }: ReadFacts,
  { chosen }: CardInputs,
): Promise<CardExtras> {
  const ids = rows.map(({ id }) => id)
  return onOneConnection(db, async (one) => {
    const [attributes, fits, successors] = await Promise.all([
      cardAttributes(one, language, ids, chosen),
      devicesOfCards(one, ids),
      successorsOf(one, language, ids),
    ])
    return cardExtras(language, rows, { attributes, fits, successors })
  })
}
