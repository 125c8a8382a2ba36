import type { Language } from '../../../../domain/places/locales.ts'
import { rowReason, type RowReason } from '../../../../domain/products/row-reasons.ts'
import { plainAmount } from '../../../../i18n/money.ts'
import { RowProblem, type BrokenRow, type FeedRow } from '../feeds/feed-row.ts'
import type { Profile, Words } from '../profile/profile.ts'
import type { ImportContext } from '../rows/import-context.ts'
import { recordReader } from '../rows/record-of-row.ts'

type PreviewedProduct = {
  row: number
  sku: string
  name: string
  nameSv: string
  /** The names of the category and those above it. */
  category: string
  categorySv: string
  price: string
  stock: string
  attributes: string
}
/** What a row would become, or why it would be rejected. */
export type PreviewedRow = PreviewedProduct | RejectedRow
/** The same with the ids of the products. */
type ReadRow = (PreviewedProduct & { id: string }) | RejectedRow

/** `problem` says why in English, with the column. */
type RejectedRow = { row: number; problem: string; column: string | null; reason: RowReason }

export function problemOf(column: string | null, reason: RowReason): Omit<RejectedRow, 'row'> {
  return { problem: column === null ? reason.reason : `${column}: ${reason.reason}`, column, reason }
}

/** What categories that the shop has are called, by their ids. */
type CategoryNames = ReadonlyMap<string, Partial<Words>>

/** Rejects rows whose article numbers other products have, by the ids of these. */
export function withoutTaken(
  rows: readonly ReadRow[],
  owners: ReadonlyMap<string, string>,
  column: string | null,
): PreviewedRow[] {
  return rows.map((row) => {
    if ('problem' in row) return row
    const { id, ...product } = row
    const isTaken = (owners.get(row.sku) ?? id) !== id
    return isTaken ? { row: row.row, ...problemOf(column, rowReason('sku_taken', { sku: row.sku })) } : product
  })
}

/** Makes products of rows as an import would, without writing anything. */
export function previewRows(
  profile: Profile,
  context: ImportContext,
  names: CategoryNames,
  rows: readonly (FeedRow | BrokenRow)[],
): ReadRow[] {
  const read = recordReader(profile, context)
  return rows.map((row) => {
    if ('broken' in row) return { row: row.row, ...problemOf(null, row.broken) }
    try {
      return { row: row.row, ...previewOf(read(row).record, context, names) }
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      return { row: row.row, ...problemOf(error.column, error.detail) }
    }
  })
}

function previewOf(
  record: ReturnType<ReturnType<typeof recordReader>>['record'],
  { definitions }: ImportContext,
  names: CategoryNames,
) {
  const { categories } = definitions
  const created = new Map(categories.created.map(({ id, name }) => [id, name]))
  const categoryIn = (language: Language) =>
    categories
      .chainOf(record.main_category_id ?? '')
      .map((id) => (created.get(id) ?? names.get(id))?.[language] ?? id)
      .join(' > ')
  const price = record.prices.find(({ min_quantity: from }) => from === 1)
  return {
    id: record.id,
    sku: record.sku,
    name: record.texts.en.name,
    nameSv: record.texts.sv.name,
    category: categoryIn('en'),
    categorySv: categoryIn('sv'),
    price: price ? plainAmount(price.amount, price.currency) : '',
    stock: String(record.stock?.on_hand ?? ''),
    attributes: record.attributes
      .map(({ attribute_id: id, value }) => `${definitions.attributes.get(id)?.name.en ?? id} ${value}`)
      .join(', '),
  }
}
