import type { ListQuery, ListRow } from '../../../contracts/console/lists.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import type { ListDefinition } from './list-query.ts'

/** A row as it came from the database: its key in the list, and its cells. */
export type KeyedRow = ListRow & {
  readonly key: { readonly value: string | number | null; readonly id: string | number }
}

export type ListSource<Column extends string> = {
  readonly definition: ListDefinition<Column>
  /** Up to `limit` rows of one page, in reading order. */
  readonly rows: (
    context: ConsoleContext,
    query: ListQuery & { sort: Column },
    limit: number,
  ) => Promise<readonly KeyedRow[]>
  readonly count: (context: ConsoleContext, query: ListQuery & { sort: Column }) => Promise<number>
  /** How many rows a search finds at most, where it has found more; null where these are all. */
  readonly mostFound?: (context: ConsoleContext, search: string) => Promise<number | null>
  readonly columnLabel: (context: ConsoleContext, column: Column) => string
  readonly filterLabel: (context: ConsoleContext, filter: string) => string
  readonly valueLabel: (context: ConsoleContext, filter: string, value: string) => string
  readonly mayExport: (context: ConsoleContext) => boolean
}

/** How many rows the search of a list finds at most, where there are more. */
export async function mostFoundOf<Column extends string>(
  context: ConsoleContext,
  source: ListSource<Column>,
  search: string,
): Promise<number | null> {
  return search === '' || !source.mostFound ? null : source.mostFound(context, search)
}
