import { voucherClass } from '../../../../domain/money/vat.ts'
import { isGtin } from '../../../../domain/products/gtin.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { Profile } from '../profile/profile.ts'
import { parseWholeNumber } from './cell-numbers.ts'
import { cleanText, itemsOf, limitedText } from './cell-text.ts'
import { parseDay } from './days.ts'
import type { ImportContext } from './import-context.ts'
import { shelfOfRow } from './shelf-of-row.ts'
import { yesOrNo } from './yes-or-no.ts'

const limits = { group: 60, groupSize: 10_000, days: 730, intervals: 10, eans: 10 }

type Fields = Pick<
  ProductRecord,
  'group_id' | 'group_size' | 'notifyable' | 'status' | 'published_at' | 'subscription_days' | 'shelf'
>

/**
 * Reads facts of a product whose cells may be wrong without making another product of it: these are in `leftOut`.
 * Throws RowProblem for those that would.
 */
export function fieldsOfRow(profile: Profile, row: FeedRow, now: Date) {
  const leftOut: RowProblem[] = []
  const read = <Value>(fallback: Value, work: () => Value): Value => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      leftOut.push(error)
      return fallback
    }
  }
  const fields: Fields = {
    group_id: groupOf(profile, row),
    group_size: groupSizeOf(profile, row),
    notifyable: read(true, () => notifyableOf(profile, row)),
    status: statusOf(profile, row),
    published_at: read(now.toISOString(), () => sinceOf(profile, row, now)),
    subscription_days: read([], () => intervalsOf(profile, row)),
    shelf: read(undefined, () => shelfOfRow(profile, row)),
  }
  const incoming = read(null, () =>
    profile.incoming ? parseDay(cell(row, profile.incoming), profile.incoming.column) : null,
  )
  return { fields, eans: eansOf(profile, row, leftOut), incoming, leftOut }
}

const cell = (row: FeedRow, { column }: { column: string }): string => cleanText(row.get(column))

function groupOf({ group }: Profile, row: FeedRow): string | null {
  const text = group ? limitedText(row.get(group.column), group.column, limits.group) : ''
  return text === '' ? null : text
}

function groupSizeOf({ groupSize, numbers }: Profile, row: FeedRow): number {
  if (typeof groupSize === 'number') return groupSize
  const text = cell(row, groupSize)
  if (text === '') return 1
  const size = parseWholeNumber(text, groupSize.column, numbers, limits.groupSize)
  if (size === 0) throw new RowProblem(groupSize.column, 'pack_empty')
  return size
}

function notifyableOf({ notifyable }: Profile, row: FeedRow): boolean {
  if (typeof notifyable === 'boolean') return notifyable
  const text = cell(row, notifyable)
  return text === '' || yesOrNo(text, notifyable.column)
}

function statusOf({ published }: Profile, row: FeedRow): ProductRecord['status'] {
  const text = published ? cell(row, published) : ''
  return text === '' || !published || yesOrNo(text, published.column) ? 'published' : 'draft'
}

function sinceOf({ since }: Profile, row: FeedRow, now: Date): string {
  const day = since ? parseDay(cell(row, since), since.column) : null
  if (since && day !== null && day > now.toISOString())
    throw new RowProblem(since.column, 'day_to_come', { day: day.slice(0, 10) })
  return day ?? now.toISOString()
}

function intervalsOf({ subscription, numbers }: Profile, row: FeedRow): number[] {
  if (!subscription) return []
  if ('days' in subscription) return subscription.days
  const days = itemsOf(row.get(subscription.column), subscription.separator).map((text) =>
    parseWholeNumber(text, subscription.column, numbers, limits.days),
  )
  if (days.length > limits.intervals || days.includes(0))
    throw new RowProblem(subscription.column, 'intervals', { days: limits.days, most: limits.intervals })
  return days.toSorted((one, other) => one - other)
}

function eansOf({ ean }: Profile, row: FeedRow, leftOut: RowProblem[]): ProductRecord['part_numbers'] {
  if (!ean) return []
  return itemsOf(row.get(ean.column), ean.separator)
    .slice(0, limits.eans)
    .flatMap((text) => {
      const digits = text.replaceAll(/[\s-]/g, '')
      if (isGtin(digits)) return [{ number: digits, kind: 'ean' as const }]
      leftOut.push(new RowProblem(ean.column, 'not_ean', { text: text.slice(0, 40) }))
      return []
    })
}

/** Reads a row's VAT class, and the rate in basis points that its prices include. Throws RowProblem. */
export function vatClassOf({ vatClass, type }: Profile, row: FeedRow, { vatClasses }: ImportContext): string {
  if (vatClass === undefined) return type === 'gift-card' ? voucherClass : 'standard'
  const text = typeof vatClass === 'string' ? vatClass : cell(row, vatClass)
  const values = typeof vatClass === 'string' ? {} : vatClass.values
  const name = Object.hasOwn(values, text) ? (values[text] ?? text) : text
  if (name === '') return 'standard'
  if (vatClasses.has(name)) return name
  const known = [...vatClasses.keys()].join(', ')
  const column = typeof vatClass === 'string' ? null : vatClass.column
  throw new RowProblem(column, 'no_vat_class', { text: name.slice(0, 40), known })
}
