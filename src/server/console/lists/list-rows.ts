import type { ListQuery } from '../../../contracts/console/lists.ts'
import { plusDays } from '../../../domain/places/public-holidays.ts'
import { startOfDay } from '../../../domain/places/working-days.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { listQuery, type ListDefinition } from './list-query.ts'
import type { KeyedRow, ListSource } from './list-source.ts'

const rowsAtOnce = 500

/**
 * What a list asks its rows for: a day of its address is the moment (UTC ISO) at which the day begins by the clock of
 * the shop's country, and of the last day, the filter `to`, the moment at which it ends.
 */
export function atHomeClock<Column extends string, Query extends ListQuery>(
  { shop }: ConsoleContext,
  { filters }: ListDefinition<Column>,
  query: Query,
): Query {
  const { home } = shop.settings.all
  const days = filters.filter(({ kind, name }) => kind === 'day' && query.filters[name] !== undefined)
  const moments = days.map(({ name }) => {
    const day = query.filters[name] ?? ''
    return [name, startOfDay(name === 'to' ? plusDays(day, 1) : day, home)]
  })
  return { ...query, filters: { ...query.filters, ...Object.fromEntries(moments) } }
}

/** The rows that the list's address asks for, from the first on, read a few at a time. */
export async function* matchingRows<Column extends string>(
  context: ConsoleContext,
  source: ListSource<Column>,
  max: number,
): AsyncGenerator<KeyedRow, void> {
  const { definition } = source
  const query = atHomeClock(context, definition, listQuery(definition, context.request.url.searchParams))
  let cursor: ListQuery['cursor'] = null
  for (let left = max; left > 0; left -= rowsAtOnce) {
    const limit = Math.min(left, rowsAtOnce)
    const rows: readonly KeyedRow[] = await source.rows(context, { ...query, cursor }, limit)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    cursor = { direction: 'after', ...last.key }
  }
}
