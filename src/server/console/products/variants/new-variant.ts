import { inEachLanguage, type Language } from '../../../../domain/places/locales.ts'
import { productType } from '../../../../domain/products/products.ts'
import { slugify } from '../../../../domain/products/slugs.ts'
import type { OptionValues } from '../../../../domain/products/variant-options.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { newProduct } from '../../../catalog/own-files/new-products.ts'
import { valuesOf } from './variant-columns.ts'

export type Labels = Readonly<Record<Language, string>>
export type Wanted = {
  readonly id: string
  readonly sku: string
  readonly values: OptionValues
  readonly labels: Labels
}

const maxSkuLength = 60

/** An article number that says which variant it is: `ABC-RED`; `number` tells it from one that is taken. */
export function variantSku(parentSku: string, values: OptionValues, labels: Labels, number: number): string {
  const words = slugify([...values.values()].flat().join(' ')) || slugify(labels.en || labels.sv)
  const end = number > 1 ? `-${number}` : ''
  const name = words === '' ? parentSku : `${parentSku}-${words.toUpperCase()}`
  return name.slice(0, maxSkuLength - end.length).replace(/-+$/, '') + end
}

/** The variant that agrees with most of the values; the product itself where there is none. */
export function templateOf(parent: ProductRecord, variants: readonly ProductRecord[], values: OptionValues) {
  const agreeing = (record: ProductRecord) => {
    const own = valuesOf(record)
    return [...values].filter(([id, wanted]) => JSON.stringify(own.get(id)) === JSON.stringify(wanted)).length
  }
  return (
    variants.reduce<ProductRecord | undefined>(
      (best, each) => (best && agreeing(best) >= agreeing(each) ? best : each),
      undefined,
    ) ?? parent
  )
}

type From = { parent: ProductRecord; template: ProductRecord; position: number; now: Date; hasPrices: boolean }

/**
 * A draft with what its template has, apart from its own number, name, address, stock and campaign; a template's
 * prices only where `hasPrices`.
 */
export function newVariant(
  { id, sku, values, labels }: Wanted,
  { parent, template, position, now, hasPrices }: From,
): ProductRecord {
  const { campaign: _campaign, offer: _offer, free: _free, ...same } = template
  const fresh = newProduct(id, sku, now)
  return {
    ...same,
    id,
    sku,
    type: productType.standard,
    parent_id: parent.id,
    position,
    status: 'draft',
    feed: null,
    published_at: fresh.published_at,
    texts: textsOf(parent, template, labels),
    prices: hasPrices ? template.prices : [],
    stock: fresh.stock,
    attributes: [
      ...template.attributes.filter(({ attribute_id: each }) => !values.has(each)),
      ...[...values].flatMap(([attribute_id, all]) => all.map((value) => ({ attribute_id, value }))),
    ],
    part_numbers: [],
    set_items: [],
    relations: [],
  }
}

function textsOf(parent: ProductRecord, template: ProductRecord, labels: Labels): ProductRecord['texts'] {
  return inEachLanguage((language) => {
    const label = labels[language]
    const name = [parent.texts[language].name, label]
      .filter((text) => text !== '')
      .join(', ')
      .slice(0, 250)
    return { ...template.texts[language], name, label, slug: '' }
  })
}
