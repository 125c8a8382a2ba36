import { unknownGrams } from '../../../domain/cart/delivery-methods.ts'
import { toMinor, type Minor } from '../../../domain/money/money.ts'
import { activeTiers, tierFor, type PriceTier } from '../../../domain/money/price-tiers.ts'
import { isGtin, isRestrictedGtin } from '../../../domain/products/gtin.ts'
import { imageKind, productType } from '../../../domain/products/products.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { isDrawing, pictureHref, rasterHref } from '../../../routes.ts'
import { offerOfPiece } from '../delivery/product-delivery.ts'
import type { FeedProduct, KnownValue } from './feed-products.ts'
import type { FeedRegion } from './feed-region.ts'
import { oneLine, plainDescription, shortened } from './feed-texts.ts'
import type { FeedTag } from './feed-xml.ts'

/** The limits of Google's product data specification, in characters; pictures beside the first one. */
const limits = {
  id: 50,
  title: 150,
  description: 5_000,
  link: 2_000,
  text: 100,
  number: 70,
  category: 750,
  pictures: 10,
}

/**
 * The entry of a product by Google's product data specification (https://support.google.com/merchants/answer/7052112);
 * undefined for one that cannot be ordered in the feed's country: without a price there, or that nothing carries there.
 */
export function feedItem(product: FeedProduct, region: FeedRegion): FeedTag[] | undefined {
  const { facts } = product
  const { row } = facts
  const price = tierFor(activeTiers(facts.prices), 1)
  const link = region.addressOf(row.slug)
  if (!price || price.p <= 0 || row.sku.length > limits.id || link.length > limits.link) return undefined
  const freight = freightOf(product, price, region)
  if (freight === undefined) return undefined
  return [
    ['id', row.sku],
    ['title', titleOf(product)],
    ['description', shortened(plainDescription(product.description), limits.description) || titleOf(product)],
    ['link', link],
    ...pictureTags(product, region),
    ['availability', facts.stock.available > 0 ? 'in_stock' : 'out_of_stock'],
    ...priceTags(product, price, region),
    ...packTags(row.group_size),
    ...identifierTags(product),
    ...optional('product_type', categoryOf(product, region)),
    ['condition', conditionOf(product.values.condition)],
    ...variantTags(product),
    ...optional('is_bundle', row.type === productType.set ? 'yes' : ''),
    ['shipping', shippingTags(freight, region)],
    ...optional('shipping_weight', product.knownGrams > 0 ? `${product.knownGrams} g` : ''),
  ]
}

function optional(name: string, text: string): FeedTag[] {
  return text === '' ? [] : [[name, text]]
}

function amount(minor: number, { context }: FeedRegion): string {
  return plainAmount(minor, context.currency.code)
}

/** A choice is named after its product, where its own name does not tell it from the others. */
function titleOf({ facts: { row }, parent }: FeedProduct): string {
  const label = parent && row.label !== '' && !row.name.includes(row.label) ? `, ${row.label}` : ''
  return `${oneLine(row.name, limits.title - oneLine(label, limits.text).length)}${oneLine(label, limits.text)}`
}

function categoryOf({ facts, parent }: FeedProduct, { categoryPath }: FeedRegion): string {
  return oneLine(categoryPath(facts.row.main_category_id ?? parent?.row.main_category_id ?? null), limits.category)
}

function shippingTags(freight: Minor, region: FeedRegion): FeedTag[] {
  return [
    ['country', region.context.country],
    ['price', amount(freight, region)],
  ]
}

/** What one piece costs to send, as the checkout asks for it; undefined where nothing carries it. */
function freightOf({ grams }: FeedProduct, price: PriceTier, { methods, context, pricing }: FeedRegion) {
  const target = pricing.target('standard')
  return offerOfPiece(methods, context, target, { grams: grams || unknownGrams, price: price.p })?.price.inc
}

/** Photographs, and the main picture also where it is a drawing. */
function pictureTags({ facts: { row }, parent, pictures }: FeedProduct, { origin }: FeedRegion): FeedTag[] {
  const main = row.picture_id ?? parent?.row.picture_id ?? pictures[0]
  if (main === undefined || main === null) return []
  const others = pictures.filter((id) => id !== main && !isDrawing(id)).slice(0, limits.pictures)
  const address = (id: string) => origin + rasterHref(pictureHref(id, imageKind.zoom, 'webp'))
  return [['image_link', address(main)], ...others.map((id) => ['additional_image_link', address(id)] as const)]
}

/** The price, and of a reduced one what the page shows as the price before, with the days on which it counts. */
function priceTags({ facts, reducedSince }: FeedProduct, { p, o }: PriceTier, region: FeedRegion): FeedTag[] {
  if (o === undefined || o <= p) return [['price', amount(toMinor(p), region)]]
  const until = facts.changesAt
  const days = reducedSince !== undefined && until !== null ? `${moment(reducedSince)}/${moment(until)}` : ''
  return [
    ['price', amount(toMinor(o), region)],
    ['sale_price', amount(toMinor(p), region)],
    ...optional('sale_price_effective_date', days),
  ]
}

/** A moment without its milliseconds. */
function moment(at: string): string {
  return at.replace(/\.\d+Z$/, 'Z')
}

/** Of a pack: how many units it has, so that sites show the price of one as its page does. */
function packTags(units: number): FeedTag[] {
  if (units <= 1) return []
  return [
    ['unit_pricing_measure', `${units} ct`],
    ['unit_pricing_base_measure', '1 ct'],
  ]
}

function identifierTags({ facts: { row }, parent, eans, makerNumbers }: FeedProduct): FeedTag[] {
  const gtin = eans.find((ean) => isGtin(ean) && !isRestrictedGtin(ean))
  const brand = oneLine(row.brand ?? parent?.row.brand ?? '', limits.number)
  const mpn = oneLine(makerNumbers[0] ?? '', limits.number)
  const isKnown = gtin !== undefined || (mpn !== '' && brand !== '')
  return [
    ...optional('brand', brand),
    ...optional('gtin', gtin ?? ''),
    ...optional('mpn', mpn),
    ...(isKnown ? [] : [['identifier_exists', 'no'] as const]),
  ]
}

function variantTags({ facts: { row }, parent, values }: FeedProduct): FeedTag[] {
  if (!parent) return []
  const group = parent.row.sku.length > limits.id ? row.sku : parent.row.sku
  const words = (known: readonly KnownValue[] | undefined, separator: string) =>
    oneLine((known ?? []).map(({ label }) => label).join(separator), limits.text)
  return [
    ['item_group_id', group],
    ...optional('color', words(values.color, '/')),
    ...optional('size', words(values.size, ' ')),
    ...optional('material', words(values.material, '/')),
  ]
}

const conditions: readonly (readonly [condition: string, words: RegExp])[] = [
  ['refurbished', /refurb|renewed|reconditioned|renoverad|rekond|återställd/],
  ['used', /\bused\b|second[- ]?hand|begagnad|\bbeg\b/],
]

/** The condition that the product's own attribute tells; new where it has none. */
function conditionOf(values: readonly KnownValue[] = []): string {
  const text = values.map(({ value, label }) => `${value} ${label}`.toLowerCase()).join(' ')
  return conditions.find(([, words]) => words.test(text))?.[0] ?? 'new'
}
