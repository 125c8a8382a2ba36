import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import { hasText } from '../../content/pictures/library-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

const sorts = { added: 'p.added_at', name: 'p.name' } as const

/** One page of the picture library, by key. */
export async function libraryListRows(db: Queryable, query: ListQuery, limit: number) {
  const { isDescending, cursor, sort } = query
  return pageByKey(filtered(db, query).selectAll('p'), {
    sort: sorts[sort === 'name' ? 'name' : 'added'],
    id: 'p.id',
    isDescending,
    cursor,
    limit,
  })
}

export async function countLibrary(db: Queryable, query: ListQuery): Promise<number> {
  return countRows(db, filtered(db, query).select('p.id'))
}

function filtered(db: Queryable, { search, filters }: ListQuery) {
  let query = db.selectFrom('library_pictures as p')
  if (search !== '') query = query.where(hasText(search))
  if (filters['alt'] === 'missing') query = query.where(sql<boolean>`(p.alt_en = '' or p.alt_sv = '')`)
  return query
}
