import type { Alternates, Crumb, ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import type { ProductPage, ProductVariant, Specification } from '../../contracts/catalog-pages/product-page.ts'
import { languages } from '../../domain/places/locales.ts'
import { imageKind, type ImageKind, type Thumb } from '../../domain/products/products.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { localAddress } from '../../i18n/address-texts.ts'
import { activeTiers, tierFor } from '../../domain/money/price-tiers.ts'
import { completePostalCode } from '../../domain/places/postal-codes.ts'
import { href } from '../../routes.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { together } from '../platform/db/together.ts'
import { fitAnswer } from './devices/fit-answer.ts'
import { productDelivery, type Piece } from './delivery/product-delivery.ts'
import type { Shop } from './shop.ts'
import { draftsToo, publishedOnly, stockRows, variantIds, type VisibleStatuses } from './products/card-queries.ts'
import { crumbsOf, pathChain } from './categories/categories.ts'
import { categoriesByIds, categoriesByPaths } from './categories/category-queries.ts'
import {
  earliest,
  missing,
  publicPage,
  shown,
  type PageResult,
  type PublicPage,
} from '../platform/http/pages/page-result.ts'
import { guidesOfPart } from './guides/guide-links.ts'
import { guidesTag } from './guides/guides-tag.ts'
import { picture, productCards, type Cards } from './products/product-cards.ts'
import { attributeText, type AttributeValue } from './products/attribute-value.ts'
import { attributeValues } from './products/card-fact-queries.ts'
import {
  brandById,
  fittingDevices,
  offeredIntervals,
  partNumbers,
  productDocuments,
  productPictures,
  productById,
  productBySlug,
  setContents,
  slugsOf,
  type ProductHead,
} from './products/product-queries.ts'
import { readRelated, relatedIds, shelvesOf } from './related-products.ts'

const longestPostalCode = 12
const longestFitText = 200

/** What the shopper typed: where a parcel shall arrive, and which device it shall fit. */
type Typed = { postalCode?: string; fits?: string }

/**
 * Loads the product at a slug (spec section 2); a variant's own slug shows its parent. Missing when there is none.
 * No shared cache may keep a page that answers what a shopper typed.
 */
export async function productPage(
  shop: Shop,
  context: ShoppingContext,
  slug: string,
  { postalCode = '', fits = '' }: Typed = {},
): Promise<PageResult<ProductPage>> {
  const { found, chosen } = await productBySlug(shop.db, context.language, slug)
  const result =
    found && (await pageOf(shop, context, found, { postalCode, fits: fits.trim().slice(0, longestFitText), chosen }))
  if (!result) return missing()
  return postalCode === '' && fits === '' ? result : shown(result.page)
}

/** Loads the page of a product that may be unpublished, for previews; undefined when there is none. */
export async function productDraft(shop: Shop, context: ShoppingContext, id: string): Promise<ProductPage | undefined> {
  const found = await productById(shop.db, context.language, id, draftsToo)
  return found && (await pageOf(shop, context, found, { seen: draftsToo }))?.page
}

/** `chosen` is the variant whose own slug was asked for. */
type Showing = Typed & { seen?: VisibleStatuses; chosen?: string | null }

async function pageOf(
  shop: Shop,
  context: ShoppingContext,
  found: ProductHead,
  { seen = publishedOnly, postalCode = '', fits = '', chosen = null }: Showing,
): Promise<PublicPage<ProductPage> | undefined> {
  const { db } = shop
  const { id } = found
  const [{ related, variants, wanted, cards }, { places, known, brand, guides }] = await Promise.all([
    readCards(shop, context, found, seen),
    together(db, (one) => readOwn(one, context, found)),
  ])
  const product = cards.cards.find((card) => card.product_id === id)
  if (!product) return undefined
  const asked = { devices: known.devices, categoryId: found.main_category_id, path: places.path }
  const page: ProductPage = {
    product,
    description: found.description,
    ...places,
    ...known,
    fit: fits === '' ? null : await fitAnswer(shop, context.language, asked, fits),
    inStock: cards.facts.get(id)?.stock.available ?? 0,
    guides,
    ...shelvesOf(cards, related),
    variants: await variantsOf(db, cards, variants),
    chosen,
    brand,
    weightGrams: found.weight_grams,
    delivery: await productDelivery(
      shop,
      context,
      pieceOf(product, found.weight_grams),
      completePostalCode(context.country, postalCode.slice(0, longestPostalCode)),
    ),
  }
  const tags = [...wanted.map((each) => `product:${each}`), `stock:${id}`, 'catalog', guidesTag]
  return publicPage(page, { tags, changesAt: earliest(cards.changesAt, page.delivery?.arrival?.orderBefore ?? null) })
}

/** Reads the product's card and those of its variants and of the products beside it. */
async function readCards(shop: Shop, context: ShoppingContext, found: ProductHead, seen: VisibleStatuses) {
  const { db } = shop
  const [related, variants] = await Promise.all([readRelated(shop, found), variantIds(db, [found.id], seen)])
  const wanted = [...new Set([found.id, ...variants.map((row) => row.id), ...relatedIds(related)])]
  return { related, variants, wanted, cards: await productCards(db, context, wanted, shop.now(), { seen }) }
}

/** Reads what the page says of the product itself, beside its card. */
async function readOwn(db: Queryable, context: ShoppingContext, { id, sku, ...found }: ProductHead) {
  const [places, brand, [known, guides]] = await Promise.all([
    surroundings(db, context, id, found.main_category_id),
    brandOf(db, context, found.brand_id),
    facts(db, context, id).then(
      async (read) => [read, await guidesOfPart(db, context.language, { id, sku, devices: read.devices })] as const,
    ),
  ])
  return { places, known, brand, guides }
}

function pieceOf({ product_id: id, type, prices, orderable }: ProductCard, grams: number): Piece {
  return { id, type, grams, price: tierFor(activeTiers(prices), 1)?.p ?? 0, isInStock: orderable }
}

async function surroundings(db: Queryable, { language }: ShoppingContext, id: string, categoryId: string | null) {
  const [rows, crumbs] = await Promise.all([slugsOf(db, id), categoryCrumbs(db, language, categoryId)])
  const slugs = new Map(rows.map((row) => [row.language, row.slug]))
  const paths = languages.map((each) => [each, href(each, 'product', { slug: slugs.get(each) ?? id })])
  const alternates = Object.fromEntries(paths) as Alternates
  return { alternates, path: alternates[language], crumbs }
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
  const [numbers, [stock], pictures, documents, values, devices, pieces, subscriptionDays] = await Promise.all([
    partNumbers(db, id),
    stockRows(db, [id]),
    productPictures(db, language, id),
    productDocuments(db, id),
    attributeValues(db, language, [id]),
    fittingDevices(db, id),
    setContents(db, language, id),
    offeredIntervals(db, id),
  ])
  return {
    pictures: pictures.map(pictureKinds),
    documents: documents.map(({ id: name, bytes, title_en: en, title_sv: sv }) => ({
      title: language === 'sv' ? sv || en : en || sv,
      url: `/documents/${name}.pdf`,
      bytes,
    })),
    specifications: values.map((row) => specification(row, language)),
    devices: devices.map(({ type_numbers: typeNumbers, ...device }) => ({
      ...device,
      typeNumbers,
    })),
    replaces: numbers.filter((row) => row.kind === 'replaces').map((row) => row.number),
    otherNumbers: numbers.filter((row) => row.kind === 'maker').map((row) => row.number),
    eans: numbers.filter((row) => row.kind === 'ean').map((row) => row.number),
    setContents: pieces.map(({ slug, ...item }) => ({
      ...item,
      path: href(language, 'product', { slug }),
    })),
    subscriptionDays,
    incomingAt: stock?.incoming_at ?? null,
  }
}

function pictureKinds({ id, alt }: { id: string; alt: string }) {
  const of = (kind: ImageKind): Thumb => picture(id, kind) ?? { url: '', width: 0, height: 0 }
  return { alt, zoom: of(imageKind.zoom), gallery: of(imageKind.gallery), galleryThumb: of(imageKind.galleryThumb) }
}

function specification(row: AttributeValue & { name: string }, language: ShoppingContext['language']): Specification {
  return { name: row.name, value: attributeText(row, language) }
}

async function variantsOf(
  db: Queryable,
  { cards, facts: known }: Cards,
  rows: readonly { id: string }[],
): Promise<ProductVariant[]> {
  if (rows.length === 0) return []
  const stock = await stockRows(
    db,
    rows.map(({ id }) => id),
  )
  const incoming = new Map(stock.map((row) => [row.product_id, row.incoming_at]))
  return rows.flatMap(({ id }) => {
    const card = cards.find((each) => each.product_id === id)
    if (!card) return []
    return [{ ...card, label: known.get(id)?.row.label || card.name, incomingAt: incoming.get(id) ?? null }]
  })
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
