import type { HomePage } from '../../contracts/catalog-pages/home-page.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { href } from '../../routes.ts'
import { cachedCards } from '../catalog/cached-cards.ts'
import { cacheUntilChange, cachedCardInputs, type Cached } from '../catalog/cached-reads.ts'
import { tile } from '../catalog/categories/categories.ts'
import { categoriesByIds, childCategories, rootCategories } from '../catalog/categories/category-queries.ts'
import { finderForm } from '../catalog/devices/finder-form.ts'
import { campaignIds, nextOfCampaigns } from '../catalog/products/campaign-queries.ts'
import { contentTag } from '../content/content-item.ts'
import { readWidgets } from '../content/widgets.ts'
import { onOneConnection } from '../platform/db/on-one-connection.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { earliest, publicPage, type PublicPage } from '../platform/http/pages/page-result.ts'
import type { Shop } from '../platform/shop.ts'
import { wholeCatalogue } from './whole-catalogue.ts'

const shelf = 10

/** Loads the home page: common repairs, reduced, most bought and new products, and all categories. */
export async function homePage(shop: Shop, context: ShoppingContext): Promise<PublicPage<HomePage>> {
  const { db } = shop
  const { language } = context
  const { popular, newest, repairs, brands, counts } = await wholeCatalogue(shop)
  const [cached, { widgets, changesAt: homeChangesAt }] = await Promise.all([
    cacheUntilChange(shop, db),
    readWidgets(shop, language, ['home']),
  ])
  const [{ campaign, nextStart }, inputs] = await Promise.all([
    cachedCampaigns(shop, cached),
    cachedCardInputs(shop, cached, context),
  ])
  const shelves = { campaign, popular, newest }
  const shown = [...new Set(Object.values(shelves).flat())]
  const [{ cards, changesAt }, { categories, common }, finder] = await Promise.all([
    cachedCards(shop, cached, context, shown, inputs),
    cached(`home:${language}:${repairs.join()}`, () => onOneConnection(db, (one) => readTiles(one, language, repairs))),
    finderForm(shop),
  ])
  const byId = new Map(cards.map((card) => [card.product_id, card]))
  const on = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const page: HomePage = {
    alternates: { en: href('en', 'home'), sv: href('sv', 'home') },
    intro: widgets.home.hidden ? '' : widgets.home.content,
    categories,
    repairs: common,
    campaign: on(shelves.campaign),
    popular: on(shelves.popular),
    newest: on(shelves.newest),
    brands: brands[language],
    productCount: counts.products,
    deviceCount: counts.devices,
    finder,
  }
  return publicPage(page, {
    tags: ['catalog', contentTag({ kind: 'widget', id: 'home' }), ...cards.map((card) => `product:${card.product_id}`)],
    changesAt: earliest(changesAt, homeChangesAt, nextStart),
  })
}

/**
 * The reduced products, which are looked for among all campaign prices only when one begins or ends, or something
 * changes.
 */
async function cachedCampaigns(shop: Shop, cached: Cached): Promise<Campaigns> {
  const known = await cached('home:campaigns', () => readCampaigns(shop))
  const isOver = known.changesAt !== null && known.changesAt <= shop.now().toISOString()
  return isOver ? readCampaigns(shop) : known
}

type Campaigns = { campaign: string[]; nextStart: string | null; changesAt: string | null }

function readCampaigns({ db, now }: Shop): Promise<Campaigns> {
  const at = now().toISOString()
  return onOneConnection(db, async (one) => {
    const [campaign, nextStart, nextEnd] = await Promise.all([
      campaignIds(one, at, shelf),
      nextOfCampaigns(one, 'starts_at', at),
      nextOfCampaigns(one, 'ends_at', at),
    ])
    return { campaign, nextStart, changesAt: earliest(nextStart, nextEnd) }
  })
}

/** Reads the tiles of categories and of common repairs. */
async function readTiles(db: Queryable, language: Language, repairs: readonly string[]) {
  const [{ roots, children }, common] = await Promise.all([
    topCategories(db, language),
    repairTiles(db, language, repairs),
  ])
  const categories = roots.map((root) => ({
    ...tile(language, root),
    children: children.filter((child) => child.parent_id === root.id).map((child) => tile(language, child)),
  }))
  return { categories, common }
}

async function topCategories(db: Queryable, language: Language) {
  const roots = await rootCategories(db, language)
  const ids = roots.map(({ id }) => id)
  return { roots, children: ids.length > 0 ? await childCategories(db, language, ids) : [] }
}

/** Reads categories in the order of these ids, the most popular first. */
async function repairTiles(db: Queryable, language: Language, ids: readonly string[]) {
  const rows = ids.length > 0 ? await categoriesByIds(db, language, ids) : []
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map((row) => tile(language, row))
}
