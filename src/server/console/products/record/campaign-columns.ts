import { typedAmount } from '../../../../domain/money/typed-amounts.ts'
import type { Home } from '../../../../domain/places/home.ts'
import { plusDays } from '../../../../domain/places/public-holidays.ts'
import { dayOf, startOfDay } from '../../../../domain/places/working-days.ts'
import { amountCell } from '../../../../i18n/money.ts'
import { RowProblem } from '../../../catalog/import/feeds/feed-row.ts'
import { parseDay } from '../../../catalog/import/rows/days.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import type { RecordColumn } from './record-column.ts'

type Campaign = NonNullable<ProductRecord['campaign']>

/** What a stored campaign without an end has, as `saveCampaigns` writes it. */
const noEnd = '9999'

/**
 * The product's own campaign: its price in the shop's currency, its first day and its last one. The price is read
 * first: without one there is no campaign, and so no days.
 */
export function campaignColumns(home: Home): RecordColumn[] {
  return [priceColumn(home), fromColumn(home), untilColumn(home)]
}

function priceColumn({ currency }: Home): RecordColumn {
  const name = 'campaign_price'
  return {
    name,
    write: ({ campaign }) => {
      const price = campaign?.prices.find((each) => each.currency === currency)
      return price ? amountCell(price.amount) : ''
    },
    read: (cell, { campaign }) => {
      if (cell.trim() === '') return { campaign: undefined }
      const amount = typedAmount(cell)
      if (amount === undefined || amount <= 0) throw new RowProblem(name, 'campaign_zero')
      const others = (campaign?.prices ?? []).filter((each) => each.currency !== currency)
      const days = campaign ?? { starts_at: null, ends_at: null }
      return { campaign: { ...days, prices: [{ currency, amount }, ...others].toSorted(byCurrency) } }
    },
  }
}

function fromColumn(home: Home): RecordColumn {
  const name = 'campaign_from'
  return {
    name,
    write: ({ campaign }) => (campaign?.starts_at ? dayOf(new Date(campaign.starts_at), home) : ''),
    read: (cell, record) => changed(record, cell, name, (day) => ({ starts_at: day && startOfDay(day, home) })),
  }
}

function untilColumn(home: Home): RecordColumn {
  const name = 'campaign_until'
  return {
    name,
    write: ({ campaign }) => {
      const end = campaign?.ends_at ?? noEnd
      return end.startsWith(noEnd) ? '' : dayOf(new Date(Date.parse(end) - 1), home)
    },
    read: (cell, record) =>
      changed(record, cell, name, (day) => ({ ends_at: day && startOfDay(plusDays(day, 1), home) })),
  }
}

function changed(
  { campaign }: ProductRecord,
  cell: string,
  name: string,
  change: (day: string | null) => Partial<Campaign>,
): Partial<ProductRecord> {
  const day = parseDay(cell.trim(), name)?.slice(0, 10) ?? null
  if (!campaign) {
    if (day !== null) throw new RowProblem(name, 'campaign_price')
    return {}
  }
  const next = { ...campaign, ...change(day) }
  if (next.starts_at && next.ends_at && next.starts_at >= next.ends_at) throw new RowProblem(name, 'campaign_ends')
  return { campaign: next }
}

const byCurrency = (one: { currency: string }, other: { currency: string }) => (one.currency < other.currency ? -1 : 1)
