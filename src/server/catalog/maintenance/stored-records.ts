import { languages } from '../../../domain/places/locales.ts'
import { normalizePartNumber } from '../../../domain/products/part-numbers.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { ProductRecord, ProductTexts } from './product-record.ts'
import { productParts } from './stored-record-queries.ts'

/** A product as it is stored: what `saveProducts` needs to write it again, and its state. */
export type StoredRecord = { record: ProductRecord; contentHash: string | null; updatedAt: string }

type Parts = Awaited<ReturnType<typeof productParts>>
type Product = Parts['products'][number]

/** Reads products with all of their related data, in no order; what does not exist is left out. */
export async function storedRecords(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<StoredRecord[]> {
  if (ids.length === 0) return []
  const { products, ...parts } = await productParts(db, kind, ids)
  const of = grouped(parts)
  return products.map((product) => ({
    record: recordOf(product, of),
    contentHash: product.content_hash,
    updatedAt: product.updated_at,
  }))
}

type Related = Omit<Parts, 'products'>
type Grouped = { [Kind in keyof Related]: (id: string) => Related[Kind] }

function grouped(parts: Related): Grouped {
  const groups = Object.entries(parts).map(([kind, rows]) => {
    const byProduct = Map.groupBy<string, Related[keyof Related][number]>(rows, (row) => row.product_id)
    return [kind, (id: string) => byProduct.get(id) ?? []] as const
  })
  return Object.fromEntries(groups) as unknown as Grouped
}

function recordOf(product: Product, of: Grouped): ProductRecord {
  const { id, notifyable, free, weight_assumed: assumed, content_hash: _hash, updated_at: _at, ...same } = product
  const pictures = of.pictures(id)
  const stock = of.stock(id)[0]
  return {
    ...same,
    id,
    notifyable: notifyable === 1,
    ...(free === 1 ? { free: true } : {}),
    ...(assumed === 1 ? { weight_assumed: true } : {}),
    category_ids: categoriesOf(product, of.listed(id), of.unlisted(id)),
    texts: textsOf(of.texts(id)),
    picture_ids: pictures.map((row) => row.picture_id),
    ...altsOf(pictures),
    documents: of.documents(id).map(({ document_id, title_en, title_sv }) => ({ id: document_id, title_en, title_sv })),
    prices: of.prices(id).map(({ currency, min_quantity, amount }) => ({ currency, min_quantity, amount })),
    ...campaignOf(of.campaigns(id)),
    stock: stock ? { on_hand: stock.on_hand, incoming_at: stock.incoming_at } : null,
    attributes: of.attributes(id).map(({ attribute_id, value }) => ({ attribute_id, value })),
    part_numbers: of
      .numbers(id)
      .filter(({ kind, normalized }) => kind !== 'own' || normalized !== normalizePartNumber(product.sku))
      .map(({ number, kind }) => ({ number, kind })),
    device_ids: of.devices(id).map((row) => row.device_id),
    set_items: of.pieces(id).map(({ piece_id, quantity }) => ({ product_id: piece_id, quantity })),
    relations: of
      .relations(id)
      .map(({ related_id, kind, discount_percent }) => ({ related_id, kind, discount_percent })),
    subscription_days: of.intervals(id).map((row) => row.days),
  }
}

/** The categories of a product, the main one first. */
function categoriesOf(
  { main_category_id: main }: Product,
  listed: Parts['listed'],
  unlisted: Parts['unlisted'],
): string[] {
  const all = [...listed, ...unlisted].map((row) => row.category_id)
  return main === null ? all : [main, ...all.filter((id) => id !== main)]
}

function textsOf(rows: Parts['texts']): ProductRecord['texts'] {
  const none: ProductTexts = { name: '', prefix: '', slug: '', description: '', label: '' }
  const texts = languages.map((language) => {
    const row = rows.find((each) => each.language === language)
    if (!row) return [language, none] as const
    const { name, prefix, slug, description, label } = row
    return [language, { name, prefix, slug, description, label }] as const
  })
  return Object.fromEntries(texts) as ProductRecord['texts']
}

/** The campaign that came with the product's feed. */
function campaignOf(rows: Parts['campaigns']): Pick<ProductRecord, 'campaign'> {
  const [first] = rows
  if (!first) return {}
  const prices = rows.map(({ currency, amount }) => ({ currency, amount }))
  return { campaign: { starts_at: first.starts_at, ends_at: first.ends_at, prices } }
}

/** Where every picture shows the product's name, a record has no texts of its own for them. */
function altsOf(pictures: Parts['pictures']): Pick<ProductRecord, 'picture_alts'> {
  if (pictures.every((row) => row.alt_en === '' && row.alt_sv === '')) return {}
  return { picture_alts: { en: pictures.map((row) => row.alt_en), sv: pictures.map((row) => row.alt_sv) } }
}
