import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { lowerCase } from '../../platform/db/statements/lower-case.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** One page of the tags by key, in one language, each with how many products it has. */
export function tagListRows(db: Queryable, language: Language, query: ListQuery, limit: number) {
  const { isDescending, cursor, sort } = query
  const rows = filtered(db, language, query)
    .select(['g.id', 't.name', 't.slug', 'o.name as other'])
    .select((row) =>
      row
        .selectFrom('product_tag_products as m')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('m.tag_id', '=', 'g.id')
        .as('products'),
    )
  return pageByKey(rows, { sort: sort === 'slug' ? 't.slug' : 't.name', id: 'g.id', isDescending, cursor, limit })
}

export function countTags(db: Queryable, language: Language, query: ListQuery): Promise<number> {
  return countRows(db, filtered(db, language, query).select('g.id'))
}

function filtered(db: Queryable, language: Language, { search, filters }: ListQuery) {
  let query = db
    .selectFrom('product_tags as g')
    .innerJoin('product_tag_texts as t', (join) => join.onRef('t.tag_id', '=', 'g.id').on('t.language', '=', language))
    .innerJoin('product_tag_texts as o', (join) => join.onRef('o.tag_id', '=', 'g.id').on('o.language', '!=', language))
  if (filters['products'] === 'none')
    query = query.where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product_tag_products as m').select('m.tag_id').whereRef('m.tag_id', '=', 'g.id'))),
    )
  const text = `%${search.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`
  const isLike = (column: string) => sql<boolean>`${lowerCase(sql.ref(column))} like ${text} escape '!'`
  return search === '' ? query : query.where((on) => on.or([isLike('t.name'), isLike('o.name'), isLike('t.slug')]))
}

/** How many products a tag has, drafts included. */
export async function countTagged(db: Queryable, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('product_tag_products')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('tag_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The names of tags other than one, in one language. */
export async function otherTagNames(db: Queryable, language: Language, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('product_tag_texts')
    .select('name')
    .where('language', '=', language)
    .where('tag_id', '!=', id)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}

/** The newest entries of the audit log about tags that went, which the shop does not have again. */
export function removedTags(db: Queryable, limit: number) {
  return db
    .selectFrom('audit_log as a')
    .selectAll('a')
    .where('subject_kind', '=', 'tag')
    .where('operation', 'in', ['tags.remove', 'tags.merge'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product_tags as g').select('g.id').whereRef('g.id', '=', 'a.subject_id'))),
    )
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}
