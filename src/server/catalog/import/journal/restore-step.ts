import { languages, type Language } from '../../../../domain/places/locales.ts'
import { href } from '../../../../routes.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import { indexProducts, removeProducts } from '../../../search/index-products.ts'
import { contentHash } from '../../maintenance/content-hash.ts'
import { deletePrices } from '../../maintenance/price-queries.ts'
import { clearCampaigns } from '../../maintenance/save-campaigns.ts'
import { saveProducts } from '../../maintenance/save-products.ts'
import { writeShelves } from '../../maintenance/shelf-queries.ts'
import { hideProducts, listedIn } from '../../maintenance/write-queries.ts'
import { reindexRelabelled } from '../../reindex/reindex.ts'
import { editedAttributes, updateBrandContact, upsertAttributes, upsertLabels } from '../definition-queries.ts'
import { restoreOffers } from '../supply/restore-offers.ts'
import { writeChanges } from '../updates/write-changes.ts'
import { lockStock } from './journal-queries.ts'
import { withKnownCategories } from './known-categories.ts'
import type { ImportStep, Replaced, Repriced } from './step-json.ts'
import {
  deleteEmptyCategory,
  deleteLabel,
  deleteProducts,
  deleteUnused,
  productsInUse,
  productsNow,
  restoreMarks,
  type ProductNow,
} from './undo-queries.ts'

export type RestoreOptions = { kind: DatabaseKind; now: Date }
/** What a step was taken back of; `isWide` when pages of other products may show it, too. */
export type Restored = {
  restored: number
  removed: number
  hidden: number
  kept: number
  /** The article numbers of those that were left alone. */
  keptSkus: readonly string[]
  /** Paths of empty categories that the import had made and somebody has arranged since. */
  keptCategories: readonly string[]
  productIds: readonly string[]
  categoryIds: readonly string[]
  isWide: boolean
}

const isFilled = ({ length }: readonly unknown[]): boolean => length > 0

type Current = ReadonlyMap<string, ProductNow>

/**
 * Takes a step of an import back. With `changedAt`, products that were changed after that import are left alone.
 * Products that were new are deleted, or hidden where an order, a list or the like refers to them.
 */
export async function restoreStep(
  trx: DatabaseTransaction,
  options: RestoreOptions,
  step: ImportStep,
  changedAt: string | undefined,
): Promise<Restored> {
  const { kind } = options
  const ids = [...step.created, ...step.replaced.map(({ record }) => record.id), ...step.repriced.map(({ id }) => id)]
  if (ids.length > 0) await lockStock(trx, kind, ids)
  const found = ids.length === 0 ? [] : await productsNow(trx, kind, ids)
  const wanted: Current = new Map(
    found.flatMap((row) => (changedAt === undefined || row.updated_at === changedAt ? [[row.id, row]] : [])),
  )
  const before = await listedIn(trx, kind, [...wanted.keys()])
  const replaced = step.replaced.filter(({ record }) => wanted.has(record.id))
  const repriced = step.repriced.filter(({ id }) => wanted.has(id))
  const listed = await restoreProducts(trx, options, replaced, wanted)
  await restorePrices(trx, options, repriced, wanted)
  await writeShelves(
    trx,
    step.shelves.filter(({ id }) => wanted.has(id)),
  )
  const back = [...replaced.map(({ record }) => record.id), ...repriced.map(({ id }) => id)]
  await restoreOffers(trx, options, step, back)
  const gone = await takeOut(
    trx,
    options,
    step.created.filter((id) => wanted.has(id)),
  )
  const keptCategories = await restoreDefinitions(trx, options, step)
  return {
    restored: replaced.length + repriced.length,
    ...gone,
    kept: found.length - wanted.size,
    keptSkus: found.filter(({ id }) => !wanted.has(id)).map(({ sku }) => sku),
    keptCategories,
    productIds: [...wanted.keys()],
    categoryIds: [...new Set([...before, ...listed])],
    isWide: [step.changedAttributes, step.labels, step.categories, step.brands, step.contacts].some(isFilled),
  }
}

/** What orders have taken since stays taken: the difference that the import made is taken back. */
function unitsBefore(before: number, after: number | null, now: number | null | undefined): number {
  return Math.max(0, before + (now ?? 0) - (after ?? 0))
}

/** @returns the categories that list them. */
async function restoreProducts(
  trx: DatabaseTransaction,
  options: RestoreOptions,
  replaced: readonly Replaced[],
  now: Current,
): Promise<readonly string[]> {
  if (replaced.length === 0) return []
  const records = (await withKnownCategories(trx, replaced)).map(({ record, onHand }) => ({
    ...record,
    stock: record.stock && {
      ...record.stock,
      on_hand: unitsBefore(record.stock.on_hand, onHand, now.get(record.id)?.on_hand),
    },
  }))
  const hashes = new Map(replaced.map((each) => [each.record.id, each.contentHash ?? contentHash(each.record)]))
  const productPath = (language: Language, slug: string): string => href(language, 'product', { slug })
  const { touched } = await saveProducts(trx, records, { ...options, productPath }, hashes)
  const marks = replaced.map(({ record: { id, decoration }, ...rest }) => ({ ...rest, id, decoration }))
  await restoreMarks(trx, options.kind, marks)
  return touched.categoryIds
}

async function restorePrices(
  trx: DatabaseTransaction,
  options: RestoreOptions,
  repriced: readonly Repriced[],
  now: Current,
): Promise<void> {
  if (repriced.length === 0) return
  const { kind } = options
  await deletePrices(
    trx,
    kind,
    repriced.map(({ id }) => id),
  )
  const changes = repriced.map(({ id: productId, prices, stock, onHand }) => ({
    productId,
    update: {
      prices,
      onHand: stock ? unitsBefore(stock.on_hand, onHand, now.get(productId)?.on_hand) : undefined,
      incomingAt: stock?.incoming_at,
    },
    fields: [],
  }))
  await writeChanges(trx, options, changes)
  await restoreMarks(trx, kind, repriced)
}

async function takeOut(
  trx: DatabaseTransaction,
  { kind, now }: RestoreOptions,
  ids: readonly string[],
): Promise<{ removed: number; hidden: number }> {
  if (ids.length === 0) return { removed: 0, hidden: 0 }
  const used = await productsInUse(trx, kind, ids)
  const unused = ids.filter((id) => !used.has(id))
  await clearCampaigns(trx, { kind, now }, unused)
  await removeProducts(trx, kind, unused)
  await deleteProducts(trx, kind, unused)
  if (used.size > 0) {
    await hideProducts(trx, kind, [...used], now.toISOString())
    await indexProducts(trx, kind, [...used])
  }
  return { removed: unused.length, hidden: used.size }
}

/** @returns the paths of categories that are kept. */
async function restoreDefinitions(
  trx: DatabaseTransaction,
  { kind, now }: RestoreOptions,
  { categories, brands, contacts, attributes, changedAttributes: changed, labels }: ImportStep,
): Promise<string[]> {
  for (const contact of contacts) await updateBrandContact(trx, contact)
  const kept: string[] = []
  for (const id of categories.toReversed()) {
    const path = await deleteEmptyCategory(trx, id)
    if (path !== undefined) kept.push(path)
  }
  if (brands.length + attributes.length > 0) await deleteUnused(trx, kind, { brands, attributes })
  await restoreAttributes(trx, { kind, now }, { changed, labels })
  return kept
}

/** Gives attributes back what they had, but those that staff have edited since. */
async function restoreAttributes(
  trx: DatabaseTransaction,
  { kind, now }: RestoreOptions,
  step: { changed: ImportStep['changedAttributes']; labels: ImportStep['labels'] },
): Promise<void> {
  const ids = [...step.changed.map(({ id }) => id), ...step.labels.map((row) => row.attribute_id)]
  if (ids.length === 0) return
  const edited = await editedAttributes(trx, kind, [...new Set(ids)])
  const changed = step.changed.filter(({ id }) => !edited.has(id))
  const labels = step.labels.filter((row) => !edited.has(row.attribute_id))
  await upsertAttributes(
    trx,
    kind,
    changed.map(({ id, unit, facet, edited: was }) => ({
      id,
      unit,
      facet: facet ? 1 : 0,
      position: 0,
      edited: was ? 1 : 0,
    })),
    changed.flatMap((attribute) =>
      languages.map((language) => ({ attribute_id: attribute.id, language, name: attribute[language] })),
    ),
  )
  for (const label of labels.filter(({ label: text }) => text === '')) await deleteLabel(trx, label)
  await upsertLabels(
    trx,
    kind,
    labels.filter(({ label }) => label !== ''),
  )
  await reindexRelabelled(trx, now, { renamed: changed.map(({ id }) => id), labels })
}
