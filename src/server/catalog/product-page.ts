import type { Alternates, ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import type { ProductPage, ProductVariant, Specification } from '../../contracts/catalog-pages/product-page.ts'
import { activeTiers, tierFor } from '../../domain/money/price-tiers.ts'
import { languages } from '../../domain/places/locales.ts'
import { completePostalCode } from '../../domain/places/postal-codes.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { imageKind, type ImageKind, type Thumb } from '../../domain/products/products.ts'
import { localAddress } from '../../i18n/address-texts.ts'
import { href } from '../../routes.ts'
import { onOneConnection } from '../platform/db/on-one-connection.ts'
import type { Queryable, Row } from '../platform/db/tables.ts'
import {
  earliest,
  missing,
  publicPage,
  privatePage,
  type PageResult,
  type PublicPage,
} from '../platform/http/pages/page-result.ts'
import {
  cacheUntilChange,
  cachedBrand,
  cachedCrumbs,
  cachedCardInputs,
  type Cached,
  type CardInputs,
} from './cached-reads.ts'
import { productDelivery, type Piece } from './delivery/product-delivery.ts'
import { fitAnswer } from './devices/fit-answer.ts'
import { groupDevices } from './devices/group-devices.ts'
import { guidesOfPart } from './guides/guide-links.ts'
import { guidesTag } from './guides/guides-tag.ts'
import { attributeText } from './products/attribute-value.ts'
import type { AttributeRow } from './products/card-facts.ts'
import { draftsToo, publishedOnly, variantIds, type VisibleStatuses } from './products/card-queries.ts'
import { picture, productCards, type Cards } from './products/product-cards.ts'
import {
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
import type { Shop } from './shop.ts'

const maxPostalCodeLength = 12
const maxFitTextLength = 200

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
  const [{ found, chosen }, cached] = await onOneConnection(shop.db, (one) =>
    Promise.all([productBySlug(one, context.language, slug), cacheUntilChange(shop, one)]),
  )
  const typed = { postalCode, fits: fits.trim().slice(0, maxFitTextLength) }
  const result = found && (await pageOf(shop, context, found, { ...typed, cached, chosen }))
  if (!result) return missing()
  return postalCode === '' && fits === '' ? result : privatePage(result.page)
}

/** Loads the page of a product that may be unpublished, for previews; undefined when there is none. */
export async function productDraft(shop: Shop, context: ShoppingContext, id: string): Promise<ProductPage | undefined> {
  const found = await productById(shop.db, context.language, id, draftsToo)
  const cached = await cacheUntilChange(shop, shop.db)
  return found && (await pageOf(shop, context, found, { cached, seen: draftsToo }))?.page
}

/** `chosen` is the variant whose own slug was asked for. */
type Showing = Typed & { cached: Cached; seen?: VisibleStatuses; chosen?: string | null }

async function pageOf(
  shop: Shop,
  context: ShoppingContext,
  found: ProductHead,
  { cached, seen = publishedOnly, postalCode = '', fits = '', chosen = null }: Showing,
): Promise<PublicPage<ProductPage> | undefined> {
  const { db } = shop
  const { id } = found
  const [{ related, variants, wanted, cards }, { places, known, guides }, crumbs, brand] = await Promise.all([
    readCards(shop, context, found, { seen, inputs: cachedCardInputs(shop, cached, context) }),
    onOneConnection(db, (one) => readOwn(one, context, found)),
    cachedCrumbs(shop, cached, context.language, found.main_category_id),
    cachedBrand(shop, cached, found.brand_id),
  ])
  const product = cards.cards.find((card) => card.product_id === id)
  if (!product) return undefined
  const fitQuery = { devices: known.devices, categoryId: found.main_category_id, path: places.path }
  const page: ProductPage = {
    product,
    description: found.description,
    ...places,
    crumbs,
    ...known,
    devices: groupDevices(known.devices),
    ...factsOfCards(cards, id, context.language),
    fit: fits === '' ? null : await fitAnswer(shop, context.language, fitQuery, fits),
    guides,
    ...shelvesOf(cards, related),
    variants: variantsOf(cards, variants),
    chosen,
    brand: brand ? shownBrand(brand, context.language) : null,
    weightGrams: found.weight_assumed === 1 ? 0 : found.weight_grams,
    delivery: await productDelivery(
      shop,
      context,
      pieceOf(product, found.weight_grams),
      completePostalCode(context.country, postalCode.slice(0, maxPostalCodeLength)),
    ),
  }
  const tags = [...wanted.map((each) => `product:${each}`), `stock:${id}`, 'catalog', guidesTag]
  return publicPage(page, { tags, changesAt: earliest(cards.changesAt, page.delivery?.arrival?.orderBefore ?? null) })
}

/** Reads the product's card and those of its variants and of the products beside it. */
async function readCards(
  shop: Shop,
  context: ShoppingContext,
  found: ProductHead,
  { seen, inputs: reading }: { seen: VisibleStatuses; inputs: Promise<CardInputs> },
) {
  const { db } = shop
  const [related, variants, inputs] = await Promise.all([
    readRelated(shop, found),
    variantIds(db, [found.id], seen),
    reading,
  ])
  const wanted = [...new Set([found.id, ...variants.map((row) => row.id), ...relatedIds(related)])]
  return { related, variants, wanted, cards: await productCards(db, context, wanted, shop.now(), { seen, ...inputs }) }
}

/** Reads what the page says of the product itself, beside its card. */
async function readOwn(db: Queryable, context: ShoppingContext, { id, sku }: ProductHead) {
  const [places, [known, guides]] = await Promise.all([
    readAddresses(db, context, id),
    readFacts(db, context, id).then(
      async (read) => [read, await guidesOfPart(db, context.language, { id, sku, devices: read.devices })] as const,
    ),
  ])
  return { places, known, guides }
}

function pieceOf({ product_id: id, type, prices, orderable }: ProductCard, grams: number): Piece {
  return { id, type, grams, price: tierFor(activeTiers(prices), 1)?.p ?? 0, isInStock: orderable }
}

async function readAddresses(db: Queryable, { language }: ShoppingContext, id: string) {
  const slugs = new Map((await slugsOf(db, id)).map((row) => [row.language, row.slug]))
  const paths = languages.map((each) => [each, href(each, 'product', { slug: slugs.get(each) ?? id })])
  const alternates = Object.fromEntries(paths) as Alternates
  return { alternates, path: alternates[language] }
}

async function readFacts(db: Queryable, { language }: ShoppingContext, id: string) {
  const [numbers, pictures, documents, devices, pieces, subscriptionDays] = await Promise.all([
    partNumbers(db, id),
    productPictures(db, language, id),
    productDocuments(db, id),
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
  }
}

function pictureKinds({ id, alt }: { id: string; alt: string }) {
  const of = (kind: ImageKind): Thumb => picture(id, kind) ?? { url: '', width: 0, height: 0 }
  return { alt, zoom: of(imageKind.zoom), gallery: of(imageKind.gallery), galleryThumb: of(imageKind.galleryThumb) }
}

/** What was read of the product for its card. */
function factsOfCards({ facts: known, values }: Cards, id: string, language: ShoppingContext['language']) {
  const own = known.get(id)
  return {
    specifications: specificationsOf(
      values.filter((row) => row.product_id === id),
      language,
    ),
    inStock: own?.stock.available ?? 0,
    incomingAt: own?.incomingAt ?? null,
  }
}

/** One row for each attribute, with all its values. */
function specificationsOf(rows: readonly AttributeRow[], language: ShoppingContext['language']): Specification[] {
  return [...Map.groupBy(rows, (row) => row.attribute_id).values()].map((own) => ({
    name: own[0]?.name ?? '',
    value: own.map((row) => attributeText(row, language)).join(', '),
  }))
}

function variantsOf({ cards, facts: known }: Cards, rows: readonly { id: string }[]): ProductVariant[] {
  return rows.flatMap(({ id }) => {
    const card = cards.find((each) => each.product_id === id)
    if (!card) return []
    const own = known.get(id)
    return [{ ...card, label: own?.row.label || card.name, incomingAt: own?.incomingAt ?? null }]
  })
}

function shownBrand(
  { name, slug, maker, eu_contact: euContact }: Row<'brands'>,
  language: ShoppingContext['language'],
): ProductPage['brand'] {
  return { name, path: href(language, 'brand', { slug }), maker, euContact: localAddress(euContact, language) }
}
