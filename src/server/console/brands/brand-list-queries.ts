import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import { lowerCase } from '../../platform/db/statements/lower-case.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** One page of the brands by key, each with how many products it has. */
export function brandListRows(db: Queryable, query: ListQuery, limit: number) {
  const { isDescending, cursor, sort } = query
  const rows = filtered(db, query)
    .select(['b.id', 'b.name', 'b.slug', 'b.maker', 'b.eu_contact'])
    .select((row) =>
      row
        .selectFrom('products as p')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('p.brand_id', '=', 'b.id')
        .as('products'),
    )
  return pageByKey(rows, { sort: sort === 'slug' ? 'b.slug' : 'b.name', id: 'b.id', isDescending, cursor, limit })
}

export function countBrands(db: Queryable, query: ListQuery): Promise<number> {
  return countRows(db, filtered(db, query).select('b.id'))
}

/** How many products a brand has, drafts included. */
export async function productsWithBrand(db: Queryable, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('brand_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function filtered(db: Queryable, { search, filters }: ListQuery) {
  let query = db.selectFrom('brands as b')
  if (filters['contact'] === 'missing')
    query = query.where((on) => on.or([on('b.maker', '=', ''), on('b.eu_contact', '=', '')]))
  if (filters['products'] === 'none')
    query = query.where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('products as p').select('p.id').whereRef('p.brand_id', '=', 'b.id'))),
    )
  const text = `%${search.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`
  return search === ''
    ? query
    : query.where(
        sql<boolean>`(${lowerCase(sql.ref('b.name'))} like ${text} escape '!' or b.slug like ${text} escape '!')`,
      )
}
