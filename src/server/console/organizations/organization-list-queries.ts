import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import { nameWords } from '../../../domain/visitors/name-words.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { everyWord } from '../customers/name-search-queries.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

type Services = { db: Queryable; kind: DatabaseKind }

/** One page of the organizations, by key. */
export async function organizationListRows(shop: Services, query: ListQuery, limit: number) {
  const { isDescending, cursor } = query
  const selected = filtered(shop, query)
    .select(['id', 'name', 'organization_number', 'country', 'credit_limit', 'created_at'])
    .select((row) =>
      row
        .selectFrom('organization_members as m')
        .select((each) => each.fn.countAll<number>().as('count'))
        .whereRef('m.organization_id', '=', 'organizations.id')
        .as('members'),
    )
  return pageByKey(selected, { sort: 'created_at', id: 'id', isDescending, cursor, limit })
}

export async function countOrganizations(shop: Services, query: ListQuery): Promise<number> {
  return countRows(shop.db, filtered(shop, query).select('id'))
}

/** Searched by number, or by the beginnings of words of the name. */
function filtered({ db, kind }: Services, { search, filters }: ListQuery) {
  let query = db.selectFrom('organizations')
  const words = nameWords(search)
  if (search !== '')
    query = query.where((row) =>
      row.or([
        row('organization_number', '=', search),
        ...(words.length > 0 ? [everyWord(kind, 'organization', sql.ref('organizations.id'), words)] : []),
      ]),
    )
  if (filters['credit'] === 'yes') query = query.where('credit_limit', '>', 0)
  return query
}

/** The newest orders in an organization's name. */
export async function ordersOfOrganization(db: Queryable, organizationId: string, limit = 50) {
  return db
    .selectFrom('orders')
    .select(['number', 'placed_at', 'status', 'total', 'currency'])
    .where('organization_id', '=', organizationId)
    .orderBy('placed_at', 'desc')
    .limit(limit)
    .execute()
}
