import { z } from 'zod/mini'
import { formText } from '../form-fields.ts'

/** A column of a list: what can be sorted has an index behind it. */
export type ListColumn<Name extends string = string> = {
  readonly name: Name
  readonly isSortable?: boolean
  /** Numbers stand at the end of their cell. */
  readonly isAmount?: boolean
  /** Not shown until it is chosen. */
  readonly isExtra?: boolean
}

/** A filter: one of some values, or a day. */
export type ListFilter = { readonly name: string } & (
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'day' }
)

/** What somebody asked of a list, from its address. */
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

/** A cell: text, perhaps with a link, a mark and a second line. */
export type ListCell = {
  readonly text: string
  readonly address?: string
  readonly tone?: 'good' | 'warn' | 'signal' | 'plain'
  readonly second?: string
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
  readonly query: ListQuery
  /** The parameters of the address without the cursor, for its links. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  readonly next: string | null
  readonly previous: string | null
  /** The number of rows, exact up to a bound that `isMore` says was reached. */
  readonly count: number
  readonly isMore: boolean
  readonly views: readonly { readonly id: string; readonly name: string; readonly query: string }[]
  readonly mayExport: boolean
}

export const viewForm = z.object({ name: formText(60), query: formText(1_000) })
