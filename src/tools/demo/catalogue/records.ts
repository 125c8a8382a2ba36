import { dayMs } from '../../../domain/durations.ts'
import { voucherClass } from '../../../domain/money/vat.ts'
import { inEachLanguage } from '../../../domain/places/locales.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import type { ProductRecord, ProductTexts } from '../../../server/catalog/maintenance/product-record.ts'
import { stableId } from '../../../server/platform/ids.ts'
import { families } from '../parts/families.ts'
import type { Choice, Facts, Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'
import { words, type Words } from '../words.ts'
import { pictureOfChoice, picturesOf } from './part-pictures.ts'
import { pricesOf } from './prices.ts'
import type { Relation } from './relations.ts'
import { stockOf } from './stock.ts'

/** A part with its article number. */
export type Numbered = { part: Part; sku: string }

type Making = { relations: ReadonlyMap<string, readonly Relation[]>; now: Date }

const maxSlugOfNameLength = 76

/** Assigns article numbers by family, counting from 10001 in the order of the parts. */
export function numbered(parts: readonly Part[]): Numbered[] {
  const last = new Map<string, number>()
  return parts.map((each) => {
    const number = (last.get(each.family) ?? 10_000) + 1
    last.set(each.family, number)
    return { part: each, sku: `${families[each.family].sku}-${number}` }
  })
}

export function productId(key: string): string {
  return stableId(`demo ${key}`)
}

/** The article number of a choice of a part. */
export function choiceSku(parentSku: string, { code }: Choice): string {
  return `${parentSku}-${code.toUpperCase()}`
}

/** The catalogue records of a part: one for itself and one per variant. */
export function recordsOf({ part, sku }: Numbered, making: Making): ProductRecord[] {
  const record = parentRecord(part, sku, making)
  return [record, ...part.choices.map((choice, at) => choiceRecord(record, part, choice, { at, now: making.now }))]
}

function parentRecord(part: Part, sku: string, { relations, now }: Making): ProductRecord {
  const draws = drawsFor(`shelf ${part.key}`)
  const ownStock = part.type === 1
  return {
    id: productId(part.key),
    type: part.type,
    sku,
    parent_id: null,
    position: 0,
    brand_id: part.maker,
    main_category_id: part.categories[0],
    category_ids: part.categories,
    texts: textsOf(part, sku),
    picture_ids: picturesOf(part, sku).map(({ id }) => id),
    group_id: part.type === 4 ? null : part.family,
    group_size: part.groupSize,
    discount_category: families[part.family].discount,
    vat_class: part.type === 4 ? voucherClass : 'standard',
    weight_grams: Math.round(part.weight),
    status: 'published',
    notifyable: part.type !== 4,
    decoration: '',
    popularity: popularity(part),
    published_at: new Date(Date.UTC(2022, 2, 1) + draws.whole(0, 1280) * dayMs).toISOString(),
    feed: null,
    prices: part.choices.length > 0 ? [] : pricesOf(part, part.price),
    stock: ownStock ? stockOf(part.key, part.price, now) : null,
    attributes: attributesOf(part, part.facts),
    part_numbers: partNumbers(part),
    device_ids: [...part.devices],
    set_items: part.contents.map(({ key, quantity }) => ({ product_id: productId(key), quantity })),
    relations: (relations.get(part.key) ?? []).map(({ key, kind, discount }) => ({
      related_id: productId(key),
      kind,
      discount_percent: discount,
    })),
    subscription_days: part.intervals,
  }
}

function choiceRecord(
  parent: ProductRecord,
  part: Part,
  choice: Choice,
  { at, now }: { at: number; now: Date },
): ProductRecord {
  const key = `${part.key} ${choice.code}`
  const sku = choiceSku(parent.sku, choice)
  const named = inEachLanguage((language) => `${part.name[language]}, ${choice.label[language]}`)
  return {
    ...parent,
    id: productId(key),
    type: 1,
    sku,
    parent_id: parent.id,
    picture_ids: [pictureOfChoice(part, choice, sku).id, ...parent.picture_ids.slice(1)],
    position: at,
    texts: inEachText((language) => ({
      ...parent.texts[language],
      name: named[language],
      label: choice.label[language],
      slug: slugOf(named[language], sku),
    })),
    prices: pricesOf(part, choice.price, key),
    stock: stockOf(key, choice.price, now),
    attributes: attributesOf(part, { ...part.facts, ...choice.facts }),
    part_numbers: [],
    set_items: [],
    relations: [],
    subscription_days: part.intervals,
  }
}

const prefixes: Record<Part['origin'], Words> = {
  original: words('Original part', 'Originaldel'),
  compatible: words(''),
  refurbished: words('Refurbished', 'Renoverad'),
}

function textsOf(part: Part, sku: string): ProductRecord['texts'] {
  return inEachText((language) => ({
    name: part.name[language],
    prefix: prefixes[part.origin][language],
    slug: slugOf(part.name[language], sku),
    description: part.description[language],
    label: '',
  }))
}

function inEachText(make: (language: 'en' | 'sv') => ProductTexts): ProductRecord['texts'] {
  return { en: make('en'), sv: make('sv') }
}

/** The slug of a product; the article number at its end makes it unique. */
function slugOf(name: string, sku: string): string {
  return `${slugify(name)
    .slice(0, maxSlugOfNameLength - sku.length)
    .replace(/-+$/, '')}-${slugify(sku)}`
}

const conditions = { original: 'new_original', compatible: 'new_compatible', refurbished: 'refurbished' } as const

function attributesOf(part: Part, facts: Facts): ProductRecord['attributes'] {
  const warranty = part.origin === 'refurbished' ? 'months_12' : 'months_24'
  const known: Facts =
    part.type === 4
      ? facts
      : {
          ...facts,
          ...(part.devices.length > 0 ? { condition: conditions[part.origin] } : {}),
          warranty: facts.warranty ?? warranty,
        }
  return Object.entries(known)
    .filter(([, value]) => value !== 0)
    .map(([attribute_id, value]) => ({ attribute_id, value: String(value) }))
}

function partNumbers({ key, makerNumber, replaces }: Part): ProductRecord['part_numbers'] {
  const draws = drawsFor(`article of before ${key}`)
  const ownBefore = draws.chance(0.12) ? [`DV-${draws.whole(1000, 9999)}-${draws.whole(10, 99)}`] : []
  return [
    ...(makerNumber ? [{ number: makerNumber, kind: 'maker' as const }] : []),
    ...[...replaces, ...ownBefore].map((number) => ({ number, kind: 'replaces' as const })),
  ]
}

const sought: Partial<Record<Part['family'], number>> = {
  'laptop-batteries': 1,
  'laptop-chargers': 1,
  'laptop-keyboards': 0.96,
  'laptop-screens': 0.94,
  ssd: 0.98,
  memory: 0.95,
  'laptop-fans': 0.9,
  tools: 0.97,
  hinges: 0.93,
  'phone-parts': 0.92,
  cables: 0.9,
  kits: 0.9,
}

/** Popularity of a part: a few sell well, most rarely. */
function popularity(part: Part): number {
  const luck = drawsFor(`popularity ${part.key}`).next()
  return Math.round(1000 * luck ** 3 * (sought[part.family] ?? 0.7))
}
