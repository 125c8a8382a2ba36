import type { DeliveryMethod } from '../../../domain/cart/delivery-methods.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { deliveryMethods } from '../../../domain/settings/delivery-methods.ts'
import type { ProductFeed } from '../../../domain/settings/product-feeds.ts'
import { href, type Query } from '../../../routes.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { readPricing, type Pricing } from '../pricing.ts'
import { categoryNames } from './feed-product-queries.ts'

/** What all products of a feed share. */
export type FeedRegion = {
  context: ShoppingContext
  /** The address of a product's page, which names country and currency where they are not those that it begins with. */
  addressOf: (slug: string) => string
  origin: string
  pricing: Pricing
  /** Those that bring goods to somebody: what is picked up has no freight. */
  methods: readonly DeliveryMethod[]
  /** The path to a category in words: `Laptop parts > Batteries`. */
  categoryPath: (id: string | null) => string
}

/** A damaged tree, in which a category is above itself, ends after this many levels. */
const maxLevels = 20

/** Reads what all products of a feed share, at the moment when it is begun. */
export async function feedRegion(
  { settings, env: { ORIGIN: origin } }: Pick<Shop, 'settings' | 'env'>,
  db: Database,
  { language, country, currency: code }: ProductFeed,
  now: Date,
): Promise<FeedRegion> {
  const currency = currencyByCode(code)
  if (!currency) throw new Error(`There is no currency ${code}.`)
  const locale = settings.locale(language)
  const context = { language, country, currency, home: locale.home }
  const query: Query = {
    country: country === locale.defaultCountryCode ? undefined : country,
    currency: code === locale.currency ? undefined : code,
  }
  return {
    context,
    origin,
    addressOf: (slug) => origin + href(language, 'product', { slug }, query),
    pricing: await readPricing(db, context, now),
    methods: deliveryMethods(settings.all.delivery, country, language).filter(({ kind }) => kind !== 'pick_up'),
    categoryPath: pathsOf(await categoryNames(db, language)),
  }
}

function pathsOf(rows: Awaited<ReturnType<typeof categoryNames>>): FeedRegion['categoryPath'] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const names: string[] = []
    for (let row = byId.get(id ?? ''); row && names.length < maxLevels; row = byId.get(row.parent_id ?? ''))
      names.unshift(row.name)
    return names.join(' > ')
  }
}
