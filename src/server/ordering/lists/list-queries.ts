import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import type { DatabaseTransaction, NewRow, Queryable, Row, Tables } from '../../platform/db/tables.ts'

export type PartListRow = Row<'part_lists'>
/** A list with the name of its owner. */
export type OwnedList = PartListRow & { owner: string }
/** A customer who reads lists, and the id of the customer's organization. */
export type ListReader = { customerId: string; organizationId: string | null }

/** The most lists of colleagues that are shown. */
const maxShared = 500

const inLists = () => expressionBuilder<Tables, 'part_lists'>()

/** Whether a list is shared with a customer: both the customer and its owner are members of its organization. */
function isSharedWith(customerId: string, role?: 'admin'): Expression<SqlBool> {
  const list = inLists()
  const both = list
    .selectFrom('organization_members as mine')
    .innerJoin('organization_members as theirs', 'theirs.organization_id', 'mine.organization_id')
    .select('mine.role')
    .whereRef('mine.organization_id', '=', 'part_lists.organization_id')
    .whereRef('theirs.customer_id', '=', 'part_lists.customer_id')
    .where('mine.customer_id', '=', customerId)
  return list.exists(role ? both.where('mine.role', '=', role) : both)
}

function isOwn(customerId: string): Expression<SqlBool> {
  return inLists()('part_lists.customer_id', '=', customerId)
}

/** Members read a shared list, administrators also change it; only its owner renames, shares and deletes it. */
const permissions = {
  read: (id: string) => inLists().or([isOwn(id), isSharedWith(id)]),
  change: (id: string) => inLists().or([isOwn(id), isSharedWith(id, 'admin')]),
  own: isOwn,
}
export type ListPermission = keyof typeof permissions

/** Reads a list if the customer has this permission; undefined for strangers and unknown ids. */
export async function listById(
  db: Queryable,
  customerId: string,
  id: string,
  permission: ListPermission = 'read',
): Promise<OwnedList | undefined> {
  return db
    .selectFrom('part_lists')
    .innerJoin('customers as c', 'c.id', 'part_lists.customer_id')
    .selectAll('part_lists')
    .select('c.name as owner')
    .where('part_lists.id', '=', id)
    .where(permissions[permission](customerId))
    .executeTakeFirst()
}

/** Reads the lists that a customer may read, last changed first, with the number of their lines. */
export async function listsOf(db: Queryable, { customerId, organizationId }: ListReader) {
  return db
    .selectFrom('part_lists')
    .innerJoin('customers as c', 'c.id', 'part_lists.customer_id')
    .selectAll('part_lists')
    .select((list) => [
      'c.name as owner',
      list
        .selectFrom('part_list_lines as l')
        .select((line) => line.fn.countAll<number>().as('count'))
        .whereRef('l.list_id', '=', 'part_lists.id')
        .as('parts'),
    ])
    .where((list) =>
      organizationId === null
        ? isOwn(customerId)
        : list.or([
            isOwn(customerId),
            list.and([list('part_lists.organization_id', '=', organizationId), isSharedWith(customerId)]),
          ]),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('part_lists.id', 'desc')
    .limit(maxShared)
    .execute()
}

/** Locks a list until the transaction ends, if the customer has this permission, and sets when it was changed. */
export async function lockList(
  trx: DatabaseTransaction,
  customerId: string,
  id: string,
  { permission, at }: { permission: ListPermission; at: string },
): Promise<PartListRow | undefined> {
  return trx
    .updateTable('part_lists')
    .set({ updated_at: at })
    .where('id', '=', id)
    .where(permissions[permission](customerId))
    .returningAll()
    .executeTakeFirst()
}

export async function countLists(db: Queryable, customerId: string): Promise<number> {
  const row = await db
    .selectFrom('part_lists')
    .select((list) => list.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertList(trx: DatabaseTransaction, list: NewRow<'part_lists'>): Promise<void> {
  await trx.insertInto('part_lists').values(list).execute()
}

export async function updateList(trx: DatabaseTransaction, id: string, change: Partial<PartListRow>): Promise<void> {
  await trx.updateTable('part_lists').set(change).where('id', '=', id).execute()
}

export async function deleteList(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('part_list_lines').where('list_id', '=', id).execute()
  await trx.deleteFrom('part_lists').where('id', '=', id).execute()
}

/** Deletes all lists of a customer. */
export async function deleteListsOf(trx: DatabaseTransaction, customerId: string): Promise<void> {
  const own = trx.selectFrom('part_lists').select('id').where('customer_id', '=', customerId)
  await trx.deleteFrom('part_list_lines').where('list_id', 'in', own).execute()
  await trx.deleteFrom('part_lists').where('customer_id', '=', customerId).execute()
}
