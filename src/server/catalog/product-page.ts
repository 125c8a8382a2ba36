import type { Alternates, Crumb, ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import type { ProductPage, ProductVariant, Specification } from '../../contracts/catalog-pages/product-page.ts'
import { languages } from '../../domain/places/locales.ts'
import { imageKind, type ImageKind, type Thumb } from '../../domain/products/products.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { localAddress } from '../../i18n/address-texts.ts'
import { href } from '../../routes.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { shownDeliveryDays } from './delivery/delivery-methods.ts'
import type { Shop } from '../platform/shop.ts'
import { draftsToo, publishedOnly, stockRows, variantIds } from './products/card-queries.ts'
import { crumbsOf, pathChain } from './categories/categories.ts'
import { categoriesByIds, categoriesByPaths } from './categories/category-queries.ts'
import { missing, publicPage, type PageResult, type PublicPage } from '../platform/http/pages/page-result.ts'
import { picture, productCards, type Cards } from './products/product-cards.ts'
import { attributeText, type AttributeValue } from './products/attribute-value.ts'
import { attributeValues } from './products/card-fact-queries.ts'
import {
  brandById,
  fittingDevices,
  partNumbers,
  pictureIds,
  productById,
  productBySlug,
  relatedProducts,
  setContents,
  slugsOf,
  subscriptionDays,
  type ProductHead,
} from './products/product-queries.ts'

/** Maximum delay until changed delivery data shows on product pages, in milliseconds. */
const daysKeptMs = 60_000

/**
 * Loads the product at a slug (spec section 2); a variant's own slug shows its parent. Missing when there is none.
 */
export async function productPage(
  shop: Shop,
  context: ShoppingContext,
  slug: string,
): Promise<PageResult<ProductPage>> {
  const found = await productBySlug(shop.db, context.language, slug)
  return (found && (await pageOf(shop, context, found))) ?? missing()
}

/** Loads the page of a product that may be unpublished, for previews; undefined when there is none. */
export async function productDraft(shop: Shop, context: ShoppingContext, id: string): Promise<ProductPage | undefined> {
  const found = await productById(shop.db, context.language, id, draftsToo)
  return found && (await pageOf(shop, context, found, draftsToo))?.page
}

async function pageOf(
  shop: Shop,
  context: ShoppingContext,
  found: ProductHead,
  seen = publishedOnly,
): Promise<PublicPage<ProductPage> | undefined> {
  const { db } = shop
  const { id } = found
  const relations = await relatedProducts(db, id)
  const variants = await variantIds(db, [id], seen)
  const wanted = [id, ...variants.map((row) => row.id), ...relations.map((row) => row.related_id)]
  const cards = await productCards(db, context, [...new Set(wanted)], shop.now(), seen)
  const product = cards.cards.find((card) => card.product_id === id)
  if (!product) return undefined
  const page: ProductPage = {
    product,
    description: found.description,
    ...(await surroundings(db, context, id, found.main_category_id)),
    ...(await facts(db, context, id)),
    inStock: cards.facts.get(id)?.stock.available ?? 0,
    ...relatedCards(cards, relations),
    variants: variants.flatMap((row) => variant(cards, row.id)),
    brand: await brandOf(db, context, found.brand_id),
    weightGrams: found.weight_grams,
    deliveryDays: await shop.memory.remember(`delivery-days:${context.country}`, daysKeptMs, () =>
      shownDeliveryDays(db, context.country, context.language),
    ),
  }
  const tags = [...cards.cards.map((card) => `product:${card.product_id}`), 'catalog']
  return publicPage(page, { tags, changesAt: cards.changesAt })
}

async function surroundings(db: Queryable, { language }: ShoppingContext, id: string, categoryId: string | null) {
  const slugs = new Map((await slugsOf(db, id)).map((row) => [row.language, row.slug]))
  const paths = languages.map((each) => [each, href(each, 'product', { slug: slugs.get(each) ?? id })])
  const alternates = Object.fromEntries(paths) as Alternates
  return { alternates, path: alternates[language], crumbs: await categoryCrumbs(db, language, categoryId) }
}

async function categoryCrumbs(
  db: Queryable,
  language: ShoppingContext['language'],
  categoryId: string | null,
): Promise<Crumb[]> {
  const [category] = categoryId ? await categoriesByIds(db, language, [categoryId]) : []
  if (!category) return []
  const chain = await categoriesByPaths(db, language, pathChain(category.path))
  return crumbsOf(
    language,
    chain.sort((a, b) => a.path.length - b.path.length),
  )
}

async function facts(db: Queryable, { language }: ShoppingContext, id: string) {
  const numbers = await partNumbers(db, id)
  const [stock] = await stockRows(db, [id])
  return {
    pictures: (await pictureIds(db, id)).map(pictureKinds),
    specifications: (await attributeValues(db, language, [id])).map((row) => specification(row, language)),
    devices: (await fittingDevices(db, id)).map(({ type_numbers: typeNumbers, ...device }) => ({
      ...device,
      typeNumbers,
    })),
    replaces: numbers.filter((row) => row.kind === 'replaces').map((row) => row.number),
    otherNumbers: numbers.filter((row) => row.kind === 'maker').map((row) => row.number),
    setContents: (await setContents(db, language, id)).map(({ slug, ...item }) => ({
      ...item,
      path: href(language, 'product', { slug }),
    })),
    subscriptionDays: await subscriptionDays(db, id),
    incomingAt: stock?.incoming_at ?? null,
  }
}

function pictureKinds(id: string) {
  const of = (kind: ImageKind): Thumb => picture(id, kind) ?? { url: '', width: 0, height: 0 }
  return { zoom: of(imageKind.zoom), gallery: of(imageKind.gallery), galleryThumb: of(imageKind.galleryThumb) }
}

function specification(row: AttributeValue & { name: string }, language: ShoppingContext['language']): Specification {
  return { name: row.name, value: attributeText(row, language) }
}

type Relation = { related_id: string; kind: 'accessory' | 'bundle' | 'alternative'; discount_percent: number }

function relatedCards({ cards }: Cards, relations: readonly Relation[]) {
  const byId = new Map(cards.map((card) => [card.product_id, card]))
  const of = (kind: Relation['kind']): ProductCard[] =>
    relations.filter((relation) => relation.kind === kind).flatMap((relation) => byId.get(relation.related_id) ?? [])
  return {
    accessories: of('accessory'),
    alternatives: of('alternative'),
    bundle: relations
      .filter((relation) => relation.kind === 'bundle')
      .flatMap(({ related_id: id, discount_percent: discountPercent }) => {
        const product = byId.get(id)
        return product ? [{ product, discountPercent }] : []
      }),
  }
}

function variant({ cards, facts: known }: Cards, id: string): ProductVariant[] {
  const card = cards.find((each) => each.product_id === id)
  return card ? [{ ...card, label: known.get(id)?.row.label || card.name }] : []
}

async function brandOf(db: Queryable, { language }: ShoppingContext, id: string | null): Promise<ProductPage['brand']> {
  const brand = id ? await brandById(db, id) : undefined
  return brand
    ? {
        name: brand.name,
        path: href(language, 'brand', { slug: brand.slug }),
        maker: brand.maker,
        euContact: localAddress(brand.eu_contact, language),
      }
    : null
}
