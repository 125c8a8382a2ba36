import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'
import { recordLeftovers } from './leftover-queries.ts'

export type PriceList = Row<'price_lists'>
/** What the rows of a list have in `list_id`. */
export const rowsIdOf = ({ id, rows_id: rowsId }: Pick<PriceList, 'id' | 'rows_id'>): string => rowsId ?? id
export type PriceListBuyers = { readonly customers: readonly string[]; readonly organizations: readonly string[] }

export async function priceListById(db: Queryable, id: string): Promise<PriceList | undefined> {
  return db.selectFrom('price_lists').selectAll().where('id', '=', id).executeTakeFirst()
}

/** All lists, those that were changed last first. */
export async function allPriceLists(db: Queryable): Promise<PriceList[]> {
  return db.selectFrom('price_lists').selectAll().orderBy('changed_at', 'desc').orderBy('id').execute()
}

/** Reads a list after locking it, so that of two people who change it the second sees what the first did. */
export async function lockPriceList(trx: DatabaseTransaction, id: string): Promise<PriceList | undefined> {
  const query = trx.selectFrom('price_lists').selectAll().where('id', '=', id)
  return (kindOf(trx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** Adds a list; false if it is there already, because its form was sent twice. */
export async function insertPriceList(trx: DatabaseTransaction, list: NewRow<'price_lists'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('price_lists')
    .values(list)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(added ?? 0) > 0
}

export async function updatePriceList(
  trx: DatabaseTransaction,
  id: string,
  columns: Partial<Omit<PriceList, 'id'>>,
): Promise<void> {
  await trx.updateTable('price_lists').set(columns).where('id', '=', id).execute()
}

/** Deletes a list; its history is noted as a leftover, and so are its rows, which are kept until a moment. */
export async function deletePriceList(trx: DatabaseTransaction, list: PriceList, until: string): Promise<void> {
  const { id } = list
  const changes = await trx
    .selectFrom('price_list_changes')
    .select('rows_id')
    .where('list_id', '=', id)
    .where('rows_id', 'is not', null)
    .execute()
  const histories = [id, ...changes.flatMap(({ rows_id: rowsId }) => rowsId ?? [])]
  await recordLeftovers(trx, [
    { rows_id: rowsIdOf(list), part: 'rows', since: until },
    ...histories.map((rows_id) => ({ rows_id, part: 'history' as const, since: '' })),
  ])
  for (const table of ['price_list_changes', 'price_list_buyers'] as const)
    await trx.deleteFrom(table).where('list_id', '=', id).execute()
  await trx.deleteFrom('price_lists').where('id', '=', id).execute()
  const removed = { rows_id: rowsIdOf(list), version: list.version, created_at: list.created_at }
  await trx
    .insertInto('removed_price_lists')
    .values({ id, ...removed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(removed))
    .execute()
}

/** Takes what is known of a list that was deleted; undefined where it was restored, or never was. */
export function takeRemoved(trx: DatabaseTransaction, id: string) {
  return trx.deleteFrom('removed_price_lists').where('id', '=', id).returningAll().executeTakeFirst()
}

export async function countRowsOf(trx: DatabaseTransaction, rowsId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('price_list_rows')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('list_id', '=', rowsId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those of some buyers whom the shop still has. */
export async function knownBuyers(trx: DatabaseTransaction, buyers: PriceListBuyers): Promise<PriceListBuyers> {
  const known = async (table: 'customers' | 'organizations', ids: readonly string[]) => {
    const kind = kindOf(trx)
    const rows = await trx.selectFrom(table).select('id').where('id', 'in', textList(kind, ids)).execute()
    return rows.map(({ id }) => id)
  }
  return {
    customers: await known('customers', buyers.customers),
    organizations: await known('organizations', buyers.organizations),
  }
}

/** The ids of the customers and organizations that a price list is for. */
export async function buyersOf(db: Queryable, id: string): Promise<PriceListBuyers> {
  const rows = await db
    .selectFrom('price_list_buyers')
    .select(['kind', 'buyer_id'])
    .where('list_id', '=', id)
    .orderBy('buyer_id')
    .execute()
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.buyer_id)
  return { customers: of('customer'), organizations: of('organization') }
}

/** The price lists of an organization, by name. */
export async function priceListsOf(db: Queryable, organizationId: string) {
  return db
    .selectFrom('price_list_buyers as b')
    .innerJoin('price_lists as l', 'l.id', 'b.list_id')
    .select(['l.id', 'l.name', 'l.starts_at', 'l.ends_at'])
    .where('b.buyer_id', '=', organizationId)
    .where('b.kind', '=', 'organization')
    .orderBy('l.name')
    .orderBy('l.id')
    .execute()
}

export async function replaceBuyers(
  trx: DatabaseTransaction,
  id: string,
  { customers, organizations }: PriceListBuyers,
): Promise<void> {
  await trx.deleteFrom('price_list_buyers').where('list_id', '=', id).execute()
  const rows = [
    ...customers.map((buyer_id) => ({ list_id: id, kind: 'customer' as const, buyer_id })),
    ...organizations.map((buyer_id) => ({ list_id: id, kind: 'organization' as const, buyer_id })),
  ]
  if (rows.length > 0) await trx.insertInto('price_list_buyers').values(rows).execute()
}

/** The names of those whom a list is for, as its form has them: e-mail addresses and organization numbers. */
export async function buyerNames(db: Queryable, id: string): Promise<PriceListBuyers> {
  const customers = await db
    .selectFrom('price_list_buyers as b')
    .innerJoin('customers as c', 'c.id', 'b.buyer_id')
    .select('c.email')
    .where('b.list_id', '=', id)
    .where('b.kind', '=', 'customer')
    .orderBy('c.email')
    .execute()
  const organizations = await db
    .selectFrom('price_list_buyers as b')
    .innerJoin('organizations as o', 'o.id', 'b.buyer_id')
    .select('o.organization_number')
    .where('b.list_id', '=', id)
    .where('b.kind', '=', 'organization')
    .orderBy('o.organization_number')
    .execute()
  return {
    customers: customers.map(({ email }) => email),
    organizations: organizations.map(({ organization_number: number }) => number),
  }
}

/** The products of these article numbers, in the spelling of the shop or in capitals. */
export async function productsOfSkus(db: Queryable, skus: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('sku', 'in', textList(kindOf(db), [...new Set(skus.flatMap((sku) => [sku, sku.toUpperCase()]))]))
    .execute()
  return new Map(rows.map(({ sku, id }) => [sku, id]))
}
