import { productType } from '../../../domain/products/products.ts'
import type { Database } from '../../platform/db/tables.ts'
import { gramsOfSet } from '../delivery/product-delivery.ts'
import { setItemWeightRows } from '../delivery/queries.ts'
import { variantIds } from '../products/card-queries.ts'
import { productFacts, type ProductFacts } from '../products/product-facts.ts'
import {
  describedProducts,
  knownAttributes,
  knownValues,
  numbersOfProducts,
  picturesOfProducts,
  runningCampaigns,
  type KnownAttribute,
} from './feed-product-queries.ts'
import type { FeedRegion } from './feed-region.ts'

/** A product that a shopper can put into the cart, with what the product of which it is a choice says for it. */
export type FeedProduct = {
  facts: ProductFacts
  /** The product of which it is a choice. */
  parent: ProductFacts | undefined
  description: string
  pictures: readonly string[]
  eans: readonly string[]
  makerNumbers: readonly string[]
  values: Partial<Record<KnownAttribute, readonly KnownValue[]>>
  /** The weight of a parcel with it; 0 where nobody has said it. */
  grams: number
  /** The weight as its page says it; 0 where nobody has said it. */
  knownGrams: number
  /** When the last of the campaigns began that run for it. */
  reducedSince: string | undefined
}
export type KnownValue = { value: string; label: string }

/** Reads products with all that their entries say, and the choices of those that have some; few queries for all. */
export async function feedProducts(
  db: Database,
  { context, pricing }: FeedRegion,
  ids: readonly string[],
  now: Date,
): Promise<FeedProduct[]> {
  const choices = await variantIds(db, ids)
  const all = [...ids, ...choices.map(({ id }) => id)]
  const facts = await productFacts(db, context, all, now, { pricing })
  const beside = await readBeside(db, context.language, facts, { all, at: now.toISOString() })
  const choicesOf = Map.groupBy(choices, ({ parent_id: parent }) => parent)
  return ids.flatMap((id) => {
    const own = facts.get(id)
    if (!own) return []
    if (own.row.type !== productType.variant) return [feedProduct(own, undefined, beside)]
    return (choicesOf.get(id) ?? []).flatMap((choice) => {
      const found = facts.get(choice.id)
      return found ? [feedProduct(found, own, beside)] : []
    })
  })
}

type Beside = Awaited<ReturnType<typeof readBeside>>

async function readBeside(
  db: Database,
  language: FeedRegion['context']['language'],
  facts: ReadonlyMap<string, ProductFacts>,
  { all, at }: { all: readonly string[]; at: string },
) {
  const sets = [...facts.values()].flatMap(({ row }) => (row.type === productType.set ? [row.id] : []))
  const reduced = [...facts.values()].flatMap(({ row, prices }) => (prices.c ? [row.id] : []))
  const [described, numbers, pictures, values] = await Promise.all([
    describedProducts(db, language, all),
    numbersOfProducts(db, all),
    picturesOfProducts(db, all),
    knownValues(db, language, all),
  ])
  const items = sets.length > 0 ? await setItemWeightRows(db, sets) : []
  const campaigns = reduced.length > 0 ? await runningCampaigns(db, reduced, at) : []
  return {
    descriptions: new Map(described.flatMap(({ id, description }) => (description === '' ? [] : [[id, description]]))),
    assumed: new Set(described.flatMap((row) => (row.weight_assumed === 1 ? [row.id] : []))),
    numbers: Map.groupBy(numbers, (row) => row.product_id),
    pictures: Map.groupBy(pictures, (row) => row.product_id),
    values: Map.groupBy(values, (row) => row.product_id),
    items: Map.groupBy(items, (row) => row.set_id),
    campaigns: Map.groupBy(campaigns, (row) => row.product_id),
  }
}

function feedProduct(facts: ProductFacts, parent: ProductFacts | undefined, beside: Beside): FeedProduct {
  const { id, type, weight_grams: own } = facts.row
  // What a choice lacks, its product says.
  const either = <Value>(known: ReadonlyMap<string, Value>): Value | undefined =>
    known.get(id) ?? known.get(parent?.row.id ?? '')
  const { row: weighed } = own > 0 || !parent ? facts : parent
  return {
    facts,
    parent,
    description: either(beside.descriptions) ?? '',
    pictures: either(beside.pictures)?.map((row) => row.picture_id) ?? [],
    eans: numbersOf('ean', beside.numbers.get(id)),
    makerNumbers: numbersOf('maker', beside.numbers.get(id)),
    values: valuesOf([id, parent?.row.id ?? ''].flatMap((each) => beside.values.get(each) ?? [])),
    grams: type === productType.set ? gramsOfSet(beside.items.get(id) ?? []) : weighed.weight_grams,
    knownGrams: beside.assumed.has(weighed.id) ? 0 : weighed.weight_grams,
    reducedSince: lastBeginning(beside.campaigns.get(id)),
  }
}

type NumberRows = Awaited<ReturnType<typeof numbersOfProducts>>

function numbersOf(kind: 'maker' | 'ean', rows: NumberRows = []): string[] {
  return rows.filter((row) => row.kind === kind).map(({ number }) => number)
}

function lastBeginning(campaigns: readonly { starts_at: string }[] = []): string | undefined {
  return campaigns
    .map((row) => row.starts_at)
    .sort()
    .at(-1)
}

/** The values of each attribute that comparison sites know; those of a choice go before those of its product. */
function valuesOf(rows: Awaited<ReturnType<typeof knownValues>>): FeedProduct['values'] {
  const byProduct = Map.groupBy(rows, (row) => row.product_id)
  const found: FeedProduct['values'] = {}
  for (const [name, ids] of Object.entries(knownAttributes) as [KnownAttribute, readonly string[]][])
    for (const own of byProduct.values()) {
      const values = own.filter((row) => ids.includes(row.attribute_id))
      if (values.length > 0 && !found[name])
        found[name] = values.map(({ value, label }) => ({ value, label: label ?? value }))
    }
  return found
}
