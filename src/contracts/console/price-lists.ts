import { z } from 'zod/mini'
import type { CampaignState } from '../../domain/money/campaign-states.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { formChoice, formFile, formText, formTexts } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

const names = formText(40_000)
/** The longest text of rows that a form may have; a file holds as much. */
const maxRowsLength = 6_000_000

const terms = { name: formText(201), from: formText(10), until: formText(10), customers: names, organizations: names }
export const priceListMakeForm = z.object({ key: formText(40), currency: formText(3), ...terms })
export const priceListChangeForm = z.object({ version: formText(12), ...terms })
export type PriceListTermsForm = Omit<z.output<typeof priceListChangeForm>, 'version'>
export const priceRowForm = z.object({ sku: formText(81), quantity: formText(12), price: formText(30) })
export const priceRowsRemoveForm = z.object({ 'row[]': formTexts })
export const priceImportForm = z.object({
  version: formText(12),
  rows: formText(maxRowsLength),
  file: formFile,
  mode: formChoice(['add', 'replace']),
})
export const priceUndoForm = z.object({ change: formText(12) })
export const priceExportForm = z.object({ kind: formChoice(['csv', 'xlsx']) })

/** What the fields of a price list show. */
export type PriceListFields = Readonly<Record<keyof PriceListTermsForm, string>>
export type NewPriceListPage = {
  readonly fields: PriceListFields
  readonly key: string
  readonly currencies: readonly CurrencyCode[]
}

/** A row of a list; amounts are minor units of the list's currency without VAT. */
export type PriceListRowView = {
  readonly key: string
  readonly sku: string
  readonly address: string
  readonly quantity: number
  readonly amount: number
  /** What everybody pays; null where there is no price. */
  readonly usual: number | null
  /** How much less than that, in rounded percent; negative where it is more. */
  readonly less: number | null
}
type PriceListChangeView = {
  readonly version: number
  readonly who: string
  readonly at: string
  readonly changed: number
  readonly kept: number
  readonly undoes: number | null
}

/** One price list: its terms, a page of its rows, and their changes. */
export type PriceListPage = {
  readonly id: string
  readonly version: string
  readonly name: string
  readonly currency: CurrencyCode
  readonly state: CampaignState
  /** UTC ISO; `endsAt` null for no end. */
  readonly startsAt: string
  readonly endsAt: string | null
  readonly fields: PriceListFields
  readonly buyers: number
  readonly rowCount: number
  readonly rows: readonly PriceListRowView[]
  readonly sku: string
  /** The address of the next rows. */
  readonly next: string | null
  readonly changes: readonly PriceListChangeView[]
  readonly may: { readonly change: boolean; readonly seePeople: boolean; readonly export: boolean }
  readonly audit: readonly AuditLine[]
}
