import type { Permission } from '../../../domain/staff/permissions.ts'
import { isBuiltInRole } from '../../../domain/staff/roles.ts'
import { permissionsJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { Shop } from '../shop.ts'
import { StaffError } from './staff-error.ts'
import { deleteRole, hasRoleHolders, insertRole, ownRole, permissionsOf, updateRole } from './staff-queries.ts'

type Services = Pick<Shop, 'db'>
export type RoleChange = { name: string; permissions: readonly Permission[]; version: number }

/** Throws StaffError `role_unknown` for a role that neither the shop nor the program has. */
export async function requireRole(db: Queryable, role: string): Promise<void> {
  if (!isBuiltInRole(role) && !(await ownRole(db, role)))
    throw new StaffError('role_unknown', `There is no role "${role}".`)
}

/** Throws StaffError `above_own` where somebody would give, or take, what they may not do themselves. */
export async function requireWithin(db: Queryable, own: readonly Permission[], role: string): Promise<void> {
  const beyond = (await permissionsOf(db, role)).find((each) => !own.includes(each))
  if (beyond) throw new StaffError('above_own', `The role "${role}" may do what you may not: ${beyond}.`)
}

/**
 * Makes a role of the shop's own (`version` 0) or changes one. Nobody gives what they do not have. Throws StaffError
 * `role_exists`, `role_unknown`, `above_own` or `record_changed`.
 */
export async function saveRole(
  { db }: Services,
  own: readonly Permission[],
  { name, permissions, version }: RoleChange,
): Promise<void> {
  const beyond = permissions.find((each) => !own.includes(each))
  if (beyond) throw new StaffError('above_own', `You may not do this yourself: ${beyond}.`)
  await db.transaction().execute(async (trx) => {
    const row = { name, permissions: permissionsJson.write(permissions), version: version || 1 }
    const known = await ownRole(trx, name)
    if (version === 0) {
      if (known || isBuiltInRole(name)) throw new StaffError('role_exists', `There is a role "${name}" already.`)
      return insertRole(trx, row)
    }
    await requireRole(trx, name)
    if (isBuiltInRole(name)) throw new StaffError('role_exists', `The role "${name}" is the same in every shop.`)
    await requireWithin(trx, own, name)
    if (!(await updateRole(trx, row)))
      throw new StaffError('record_changed', 'Somebody has changed this role meanwhile.')
  })
}

/** Deletes a role that nobody has. Throws StaffError `role_used` or `role_unknown`. */
export async function removeRole({ db }: Services, own: readonly Permission[], name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireRole(trx, name)
    if (isBuiltInRole(name)) throw new StaffError('role_exists', `The role "${name}" is the same in every shop.`)
    await requireWithin(trx, own, name)
    if (await hasRoleHolders(trx, name)) throw new StaffError('role_used', 'Somebody still has this role.')
    await deleteRole(trx, name)
  })
}
