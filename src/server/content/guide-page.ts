import type { GuidePage } from '../../contracts/catalog-pages/guide-page.ts'
import type { Alternates } from '../../contracts/catalog-pages/product-lists.ts'
import { languages, type Language } from '../../domain/places/locales.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { deviceName } from '../../domain/products/devices.ts'
import type { GuideStep, GuideText } from '../../domain/products/guides.ts'
import { imageKind } from '../../domain/products/products.ts'
import { href } from '../../routes.ts'
import { categoryChain, categoryHref } from '../catalog/categories/categories.ts'
import { categoriesByIds } from '../catalog/categories/category-queries.ts'
import { picture, productCards } from '../catalog/products/product-cards.ts'
import { guideJson } from '../platform/db/json-columns.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { earliest, missing, publicPage, type PageResult } from '../platform/http/pages/page-result.ts'
import { sanitizedStep } from '../platform/sanitize.ts'
import type { Shop } from '../platform/shop.ts'
import { contentTag, type GuideRow } from './content-item.ts'
import { devicesBySlugs, guideBySlug, guideRows, productIdsBySku } from './guides/guide-page-queries.ts'
import { guideOfTyped } from './preview/typed-guide.ts'
import type { Values } from './records/item-values.ts'
import { liveVersion, nextChange, withDraftPublished } from './versions.ts'

type Reading = Pick<Shop, 'db' | 'now'>

/** Loads the published guide at a slug with what to buy for it; missing when there is none. */
export async function guidePage(shop: Reading, context: ShoppingContext, slug: string): Promise<PageResult<GuidePage>> {
  const { db, now } = shop
  const at = now().toISOString()
  const found = await guideBySlug(db, context.language, slug)
  if (!found) return missing()
  const rows = await guideRows(db, found.id)
  const versions = rows.map((row) => liveVersion(row, at))
  const shown = await shownGuide(shop, context, liveVersion(found, at), versions)
  if (!shown) return missing()
  return publicPage(shown.page, {
    tags: [contentTag({ kind: 'guide', id: found.id }), 'catalog', ...shown.productIds.map((id) => `product:${id}`)],
    changesAt: earliest(shown.changesAt, ...rows.map((row) => nextChange(row, at))),
  })
}

/** Loads the draft of a guide, for previews, or what is typed of it; undefined when there is none in this language. */
export async function guideDraft(
  shop: Reading,
  context: ShoppingContext,
  { id, typed }: { id: string; typed?: Values | undefined },
): Promise<GuidePage | undefined> {
  const rows = (await guideRows(shop.db, id)).map(withDraftPublished)
  const row = rows.find((each) => each.language === context.language)
  return row && (await shownGuide(shop, context, row, rows, typed))?.page
}

async function shownGuide(
  { db, now }: Reading,
  context: ShoppingContext,
  row: GuideRow,
  siblings: readonly GuideRow[],
  typed?: Values,
) {
  if (row.published === null) return undefined
  const { language } = context
  const saved = guideJson.read(row.published)
  const guide = typed ? guideOfTyped(typed, saved) : saved
  const { appliesTo, parts, tools, steps, ...head } = guide
  const bought = await productIdsBySku(db, [...tools, ...parts.numbers])
  const { cards, changesAt } = await productCards(db, context, [...new Set(bought.map(({ id }) => id))], now())
  const inOrder = (skus: readonly string[]) => skus.flatMap((sku) => cards.find((card) => card.sku === sku) ?? [])
  const page: GuidePage = {
    ...head,
    ...pathsOf(language, row, siblings),
    steps: steps.map(shownStep),
    tools: inOrder(tools),
    parts: inOrder(parts.numbers),
    partsCategory: await categoryLink(db, language, parts.category),
    devices: await targetLinks(db, language, appliesTo),
  }
  return { page, changesAt, productIds: bought.map(({ id }) => id) }
}

function shownStep({ title, text, html, warning = '', picture: id }: GuideStep): GuidePage['steps'][number] {
  const shown = html === undefined ? '' : sanitizedStep(html)
  return { title, text, html: shown, warning, picture: picture(id ?? null, imageKind.gallery) }
}

function pathsOf(language: Language, { slug }: GuideRow, siblings: readonly GuideRow[]) {
  const slugs = new Map(siblings.filter((each) => each.published !== null).map((each) => [each.language, each.slug]))
  const paths = languages.map((each) => {
    const other = slugs.get(each)
    return [each, other ? href(each, 'guide', { slug: other }) : href(each, 'guides')]
  })
  return {
    path: href(language, 'guide', { slug }),
    alternates: Object.fromEntries(paths) as Alternates,
    writtenIn: languages.filter((each) => each === language || slugs.has(each)),
  }
}

async function categoryLink(db: Queryable, language: Language, id: string | undefined) {
  const [category] = id === undefined ? [] : await categoriesByIds(db, language, [id])
  return category ? { name: category.name, path: categoryHref(language, category.path) } : null
}

/** Links to the devices and series that a guide is for, or to its category when it is for all of them. */
async function targetLinks(
  db: Queryable,
  language: Language,
  { devices, series, category }: GuideText['appliesTo'],
): Promise<GuidePage['devices']> {
  const named = [
    ...series.map((each) => ({
      name: `${each.brand} ${each.series}`,
      path: href(language, 'find-parts', {}, each),
    })),
    ...(await devicesBySlugs(db, devices)).map((device) => ({
      name: deviceName(device),
      path: href(language, 'device', { slug: device.slug }),
    })),
  ]
  if (named.length > 0) return named
  return categoryWithParents(db, language, category)
}

/** Names a category with those above it, because its own name may say too little: "Laptop parts › Batteries". */
async function categoryWithParents(db: Queryable, language: Language, id: string | undefined) {
  const [category] = id === undefined ? [] : await categoriesByIds(db, language, [id])
  if (!category) return []
  const chain = await categoryChain(db, language, category.path)
  const names = (chain ?? [category]).map(({ name }) => name)
  return [{ name: names.join(' › '), path: categoryHref(language, category.path) }]
}
