import type { Permission } from '../../../domain/staff/permissions.ts'
import { builtInRoles, isBuiltInRole } from '../../../domain/staff/roles.ts'
import { permissionsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type StaffRow = Row<'staff'>

export async function staffById(db: Queryable, id: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function staffByEmail(db: Queryable, email: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Everybody, by name. A shop has few enough to list at once. */
export async function allStaff(db: Queryable) {
  return db.selectFrom('staff').selectAll().orderBy('name').orderBy('id').execute()
}

export async function insertStaff(db: Queryable, row: NewRow<'staff'>): Promise<void> {
  await db.insertInto('staff').values(row).execute()
}

/** Changes a person and counts the version up; returns whether the version was still the expected one. */
export async function updateStaff(
  db: Queryable,
  { id, version }: Pick<StaffRow, 'id' | 'version'>,
  changes: Partial<Omit<StaffRow, 'id' | 'version'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Remembers the newest used time step of a person's codes; false if that step, or a later one, was used already. */
export async function markTotpStep(db: Queryable, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many people may sign in as owner. Locks them, so that two who remove each other do not leave none. */
export async function lockOwners(trx: DatabaseTransaction): Promise<string[]> {
  await trx
    .updateTable('staff')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('role', '=', 'owner')
    .execute()
  const owners = await trx
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('is_active', '=', 1)
    .execute()
  return owners.map(({ id }) => id)
}

/** What a role may do; nothing for a role that is gone. */
export async function permissionsOf(db: Queryable, role: string): Promise<readonly Permission[]> {
  if (isBuiltInRole(role)) return builtInRoles[role]
  const own = await db.selectFrom('staff_roles').select('permissions').where('name', '=', role).executeTakeFirst()
  return own ? permissionsJson.read(own.permissions) : []
}

export async function ownRoles(db: Queryable): Promise<Row<'staff_roles'>[]> {
  return db.selectFrom('staff_roles').selectAll().orderBy('name').execute()
}

export async function ownRole(db: Queryable, name: string): Promise<Row<'staff_roles'> | undefined> {
  return db.selectFrom('staff_roles').selectAll().where('name', '=', name).executeTakeFirst()
}

export async function insertRole(db: Queryable, role: NewRow<'staff_roles'>): Promise<void> {
  await db.insertInto('staff_roles').values(role).execute()
}

/** Changes a role; returns whether the version was still the expected one. */
export async function updateRole(db: Queryable, role: Row<'staff_roles'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_roles')
    .set({ permissions: role.permissions, version: role.version + 1 })
    .where('name', '=', role.name)
    .where('version', '=', role.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteRole(db: Queryable, name: string): Promise<void> {
  await db.deleteFrom('staff_roles').where('name', '=', name).execute()
}

/** People and open invitations with a role. */
export async function hasRoleHolders(db: Queryable, role: string): Promise<boolean> {
  const person = await db.selectFrom('staff').select('id').where('role', '=', role).limit(1).execute()
  const invited = await db.selectFrom('staff_invitations').select('id').where('role', '=', role).limit(1).execute()
  return person.length + invited.length > 0
}
