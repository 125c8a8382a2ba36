import { dayMs } from '../../domain/durations.ts'
import { languages, type Language } from '../../domain/places/locales.ts'
import { href } from '../../routes.ts'
import { finishCatalog } from '../../server/catalog/maintenance/finish-catalog.ts'
import type { ProductRecord } from '../../server/catalog/maintenance/product-record.ts'
import { saveProducts } from '../../server/catalog/maintenance/save-products.ts'
import { insertRows } from '../../server/platform/db/bulk.ts'
import type { DatabaseKind } from '../../server/platform/db/connect.ts'
import type { DatabaseTransaction, NewRow } from '../../server/platform/db/tables.ts'
import { categoryFacts, fitAttributes } from './catalogue/category-facts.ts'
import { categories } from './catalogue/category-tree.ts'
import type { DemoCatalogue } from './catalogue/demo-catalogue.ts'
import { pictureOfCategory, pictureOfChoice, picturesOf } from './catalogue/part-pictures.ts'
import { choiceSku, productId } from './catalogue/records.ts'
import { campaignsOf } from './commerce/campaigns.ts'
import { dealOf, dealPart } from './commerce/deal.ts'
import { tagRows } from './commerce/tags.ts'
import { devices } from './devices/devices.ts'
import { brands } from './makers.ts'
import { attributes, type AttributeId } from './parts/attributes.ts'
import { tableLabelOf } from './parts/value-labels.ts'
import { pictureEdge, type DrawnPicture } from './pictures.ts'

type Writing = { trx: DatabaseTransaction; kind: DatabaseKind; now: Date }

const batchSize = 1_000
const openDays = 120

/** Writes categories, brands, attributes, devices, pictures, products and their price history. */
export async function writeCatalogue({ trx, kind, now }: Writing, { parts, records }: DemoCatalogue): Promise<void> {
  const insert: Insert = (table, rows) => insertRows(trx, kind, table, rows)
  await insert(
    'pictures',
    demoPictures(parts).map(({ id }) => ({ id, width: pictureEdge, height: pictureEdge })),
  )
  await writeCategories(insert, parts)
  await insert('brands', brands)
  await insert('devices', devices)
  await writeAttributes(insert, records)
  await insert('category_facts', categoryFacts)
  await insert('category_fit_attributes', fitAttributes)
  await writeProducts({ trx, kind, now }, records)
  await writeTags(insert, parts)
  await writeReductions(insert, records, now)
  await finishCatalog(trx, { kind, now })
}

type Insert = <Table extends Parameters<typeof insertRows>[2]>(
  table: Table,
  rows: readonly NewRow<Table>[],
) => Promise<void>

async function writeCategories(insert: Insert, parts: DemoCatalogue['parts']): Promise<void> {
  await insert(
    'categories',
    categories.map((category) => ({
      id: category.id,
      parent_id: category.parentId,
      position: category.position,
      main_menu: category.parentId === null ? 1 : 0,
      picture_id: pictureOfCategory(category, parts).id,
      uri: null,
      product_count: 0,
    })),
  )
  await insert(
    'category_texts',
    categories.flatMap(({ id, name, slug, path, description }) =>
      languages.map((language) => ({
        category_id: id,
        language,
        name: name[language],
        slug: slug[language],
        path: path[language],
        description: description[language],
      })),
    ),
  )
}

/** Writes the products as of the demo shop's opening day. */
async function writeProducts({ trx, kind, now }: Writing, records: readonly ProductRecord[]): Promise<void> {
  const opening = new Date(now.getTime() - openDays * dayMs)
  for (let at = 0; at < records.length; at += batchSize) {
    const options = {
      kind,
      now: opening,
      productPath: (language: Language, slug: string) => href(language, 'product', { slug }),
    }
    await saveProducts(trx, records.slice(at, at + batchSize), options)
  }
}

async function writeTags(insert: Insert, parts: DemoCatalogue['parts']): Promise<void> {
  const tags = tagRows(
    parts.map(({ part }) => part),
    productId,
  )
  await insert('product_tags', tags.tags)
  await insert('product_tag_texts', tags.texts)
  await insert('product_tag_products', tags.products)
}

async function writeAttributes(insert: Insert, records: readonly ProductRecord[]): Promise<void> {
  const entries = Object.entries(attributes) as [AttributeId, (typeof attributes)[AttributeId]][]
  await insert(
    'attributes',
    entries.map(([id, { unit, facet }], position) => ({ id, unit, facet: facet ? 1 : 0, position })),
  )
  await insert(
    'attribute_texts',
    entries.flatMap(([id, { name }]) =>
      languages.map((language) => ({ attribute_id: id, language, name: name[language] })),
    ),
  )
  const used = new Map(
    records.flatMap((record) => record.attributes).map((each) => [`${each.attribute_id} ${each.value}`, each]),
  )
  await insert(
    'attribute_value_texts',
    [...used.values()].flatMap(({ attribute_id, value }) => {
      const label = tableLabelOf(attribute_id as AttributeId, value)
      return label ? languages.map((language) => ({ attribute_id, value, language, label: label[language] })) : []
    }),
  )
}

async function writeReductions(insert: Insert, records: readonly ProductRecord[], now: Date): Promise<void> {
  const dealt = records.find((record) => record.id === productId(dealPart))
  if (!dealt) throw new Error(`The deal's part "${dealPart}" is not in the demo shop.`)
  const deal = dealOf(dealt, now)
  const planned = campaignsOf(records, [dealt.id], now)
  await insert('campaigns', [...planned.campaigns, deal.campaign])
  await insert('campaign_prices', [...planned.prices, ...deal.prices])
  await insert('price_history', [...planned.history, ...deal.history])
  await insert('deals', [deal.deal])
  await insert('deal_texts', deal.texts)
}

/** Every picture of a part, of its choices and of a category, once. */
export function demoPictures(parts: DemoCatalogue['parts']): DrawnPicture[] {
  const pictures = [
    ...categories.map((category) => pictureOfCategory(category, parts)),
    ...parts.flatMap(({ part, sku }) => [
      ...picturesOf(part, sku),
      ...part.choices.map((choice) => pictureOfChoice(part, choice, choiceSku(sku, choice))),
    ]),
  ]
  return [...new Map(pictures.map((picture) => [picture.id, picture])).values()]
}
