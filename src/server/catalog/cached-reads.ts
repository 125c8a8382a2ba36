import type { Crumb } from '../../contracts/catalog-pages/product-lists.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { dayOf } from '../../domain/places/working-days.ts'
import { newestChange } from '../platform/db/statements/invalidation-queries.ts'
import type { Queryable } from '../platform/db/tables.ts'
import type { Shop } from '../platform/shop.ts'
import { crumbsOf, pathChain } from './categories/categories.ts'
import { categoriesByIds, categoriesByPaths } from './categories/category-queries.ts'
import { readPricing, type Pricing } from './pricing.ts'
import { allChosenFacts, parentCategories } from './products/card-fact-queries.ts'
import { chosenFromAll, type ChosenFacts } from './products/card-facts.ts'
import { brandById } from './products/product-queries.ts'

const cacheMs = 60_000

/** Keeps what many pages read in memory until the next change that purges pages, for at most a minute. */
export type Cached = <Value>(key: string, read: () => Promise<Value>) => Promise<Value>

/**
 * Asks for the number of the last change, so that nothing from before it is used; `db` may be the connection of other
 * reads. Code that holds a connection must not wait for what is kept (platform/db/on-one-connection.ts).
 */
export async function cacheUntilChange(shop: Pick<Shop, 'memory'>, db: Queryable): Promise<Cached> {
  return cacheSince(shop, await newestChange(db))
}

/** Like `cacheUntilChange`, after a change whose number the caller has just read. */
export function cacheSince({ memory }: Pick<Shop, 'memory'>, change: number): Cached {
  return (key, read) => memory.remember(`${key} ${change}`, cacheMs, read)
}

/** The rates for a currency and a country. The key has the day, with which a VAT rate begins to count. */
function cachedPricing({ db, now }: Shop, cached: Cached, context: ShoppingContext): Promise<Pricing> {
  const { currency, country, home } = context
  const key = ['pricing', currency.code, country, home.country, home.currency, dayOf(now(), home)].join(':')
  return cached(key, () => readPricing(db, context, now()))
}

/** The attributes that cards show, for every category. */
function cachedChosenFacts({ db }: Shop, cached: Cached): Promise<ChosenFacts> {
  return cached('chosen-facts', async () => {
    const [facts, parents] = await Promise.all([allChosenFacts(db), parentCategories(db)])
    return chosenFromAll(facts, parents)
  })
}

/** What the cards of all products need. */
export type CardInputs = { pricing: Pricing; chosen: ChosenFacts }

export async function cachedCardInputs(shop: Shop, cached: Cached, context: ShoppingContext): Promise<CardInputs> {
  const [pricing, chosen] = await Promise.all([cachedPricing(shop, cached, context), cachedChosenFacts(shop, cached)])
  return { pricing, chosen }
}

/** The path to a category, by its id. */
export async function cachedCrumbs(
  { db }: Shop,
  cached: Cached,
  language: Language,
  id: string | null,
): Promise<Crumb[]> {
  if (id === null) return []
  return cached(`crumbs:${language}:${id}`, async () => {
    const [category] = await categoriesByIds(db, language, [id])
    const chain = category ? await categoriesByPaths(db, language, pathChain(category.path)) : []
    return crumbsOf(
      language,
      chain.sort((one, other) => one.path.length - other.path.length),
    )
  })
}

export async function cachedBrand({ db }: Shop, cached: Cached, id: string | null): ReturnType<typeof brandById> {
  return id === null ? undefined : cached(`brand:${id}`, () => brandById(db, id))
}
