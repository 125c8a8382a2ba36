import { z } from 'zod/mini'
import type { Minor } from '../../domain/money/money.ts'
import { formChoice, formText } from '../form-fields.ts'

/** The lists of the console. */
export type ListName =
  | 'orders'
  | 'packing'
  | 'returns'
  | 'customers'
  | 'organizations'
  | 'quotes'
  | 'requests'
  | 'subscriptions'
  | 'payments'
  | 'payouts'
  | 'gift-cards'
  | 'invoices'
  | 'audit'
  | 'products'
  | 'imports'
  | 'coupons'
  | 'campaigns'
  | 'price-changes'
  | 'price-lists'
  | 'content'
  | 'pictures'
  | 'search-misses'
  | 'brands'
  | 'tags'
  | 'devices'

/** A column of a list: what can be sorted has an index behind it. */
export type ListColumn<Name extends string = string> = {
  readonly name: Name
  readonly isSortable?: boolean
  /** Numbers are aligned to the end of their cell. */
  readonly isAmount?: boolean
  /** Whether it has amounts of money, whose currencies a file has in a last column. */
  readonly isMoney?: boolean
  /** Text that may take several lines. */
  readonly isLong?: boolean
  /** Cut off early, with the whole text under the pointer. */
  readonly isNarrow?: boolean
  /** Not shown until it is chosen. */
  readonly isExtra?: boolean
}

/** A filter: one of some values, a text, or a day; a period's last day is called `to`. */
export type ListFilter = { readonly name: string } & (
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'day' }
  | { readonly kind: 'text' }
)

/** The search, filters and order of a list, from its URL. */
export type ListQuery = {
  readonly search: string
  readonly filters: Readonly<Record<string, string>>
  readonly sort: string
  readonly isDescending: boolean
  readonly columns: readonly string[]
  /** The sort value and id of the row that the page begins after, or ends before. */
  readonly cursor: ListCursor | null
}
export type ListCursor = {
  readonly direction: 'after' | 'before'
  readonly value: string | number | null
  readonly id: string | number
}

/**
 * A field in a cell: without `options` a number, or a text. `label` says of which row and column it is, `isWrong` that
 * what was typed was refused.
 */
type CellField = {
  readonly name: string
  readonly value: string
  readonly label: string
  readonly isText?: boolean
  readonly isWrong?: boolean
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

/** A cell: text, perhaps with a link, a mark and a second line; with `field` it is changed in the list. */
export type ListCell = {
  readonly text: string
  /** What a file has instead of `text` and `second`: days as `2026-11-23`, for programs that read it. */
  readonly inFile?: string
  /** What a file has instead of all of these: a number that spreadsheets add up; its last column is the currency. */
  readonly money?: { readonly amount: Minor; readonly currency: string }
  readonly address?: string
  readonly tone?: 'good' | 'warn' | 'signal' | 'plain'
  readonly second?: string
  /** The address of a small picture, which a reader knows by the other cells. */
  readonly picture?: string
  readonly field?: CellField
}
export type ListRow = {
  readonly id: string
  readonly label: string
  readonly cells: Readonly<Record<string, ListCell>>
}

/** A list as its screen shows it. Texts are in the reader's language. */
export type ListPage = {
  readonly columns: readonly (ListColumn & { readonly label: string; readonly isShown: boolean })[]
  readonly filters: readonly (ListFilter & {
    readonly label: string
    readonly value: string
    readonly labels: Readonly<Record<string, string>>
  })[]
  readonly rows: readonly ListRow[]
  /** The text where there are no rows. */
  readonly emptyText: string
  readonly query: ListQuery
  /** The parameters of the address without the cursor, for its links. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  readonly next: string | null
  readonly previous: string | null
  /** The number of rows, exact up to a bound that `isMore` says was reached. */
  readonly count: number
  readonly isMore: boolean
  /** How many rows the search finds at most, where there are more; null where these are all. */
  readonly mostFound: number | null
  /** Choices of a filter that are one click away, with the address of each. */
  readonly presets: readonly { readonly name: string; readonly query: string; readonly isShown: boolean }[]
  readonly views: readonly { readonly id: string; readonly name: string; readonly query: string }[]
  readonly mayExport: boolean
  /** A file holds at most so many rows. */
  readonly rowsOfFile: number
  /** Whether an action may be for every row that matches, on whatever page. */
  readonly maySelectAll?: boolean
  /** What the person is asked before an action is carried out on every row. */
  readonly question?: ListQuestion
}

/** An action on every row that matches: how many these are, and how many they were `before`, if that has changed. */
export type ListQuestion = {
  readonly action: string
  readonly label: string
  readonly key: string
  readonly count: number
  readonly before: number | null
  /** What was written for all of them. */
  readonly reason: string
}

const fileKinds = ['csv', 'xlsx'] as const
export type ListFileKind = (typeof fileKinds)[number]
export const listFileForm = z.object({ format: formChoice(fileKinds) })

export const viewForm = z.object({ name: formText(60), query: formText(1_000) })
