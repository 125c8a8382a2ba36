import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

const sorts = { misses: 'm.misses', last: 'm.last_at', query: 'm.query' } as const
type Sort = keyof typeof sorts

const isSort = (name: string): name is Sort => Object.hasOwn(sorts, name)

/** One page of the searches without hits, by key; there are at most some thousand. */
export async function missRows(db: Queryable, query: ListQuery, limit: number) {
  const { isDescending, cursor, sort } = query
  return pageByKey(filtered(db, query).selectAll('m'), {
    sort: sorts[isSort(sort) ? sort : 'misses'],
    id: 'm.id',
    isDescending,
    cursor,
    limit,
  })
}

export function countMisses(db: Queryable, query: ListQuery): Promise<number> {
  return countRows(db, filtered(db, query).select('m.id'))
}

/** How many searches without hits nobody has dealt with. */
export async function openMisses(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('search_misses')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function filtered(db: Queryable, { search, filters }: ListQuery) {
  const keyed = db
    .selectFrom('search_misses')
    .select(['language', 'query', 'misses', 'last_at', 'dismissed_at'])
    .select(sql<string>`language || ':' || query`.as('id'))
  let query = db.selectFrom(keyed.as('m'))
  const { state, language } = filters
  if (state) query = query.where('m.dismissed_at', state === 'dismissed' ? 'is not' : 'is', null)
  if (language) query = query.where('m.language', '=', language as Language)
  const text = search.toLowerCase()
  return text === '' ? query : query.where(sql<boolean>`${sql.ref('m.query')} like ${`%${escaped(text)}%`} escape '!'`)
}

const escaped = (text: string): string => text.replaceAll(/[!%_]/g, '!$&')
