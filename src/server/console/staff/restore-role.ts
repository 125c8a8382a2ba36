import { z } from 'zod'
import { permissions as allPermissions } from '../../../domain/staff/permissions.ts'
import { saveRole } from '../../identity/staff/roles.ts'
import { ownRole, permissionsOf } from '../../identity/staff/staff-queries.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { remake, type Restorable } from './restorable.ts'

const isThere: Restorable['isThere'] = async (db, name) => (await ownRole(db, name)) !== undefined
const logged = z.object({ permissions: z.array(z.enum(allPermissions)).min(1) })

/** Roles that were removed; nobody had them. Nobody restores a role that may do more than they may. */
export const restorableRoles: Restorable = {
  kind: 'role',
  removedBy: ['roles.remove'],
  asksFactor: true,
  isThere,
  canBe: ({ session }, { fields }) => {
    const read = logged.safeParse(fields)
    return read.success && read.data.permissions.every((each) => session.permissions.includes(each))
  },
  restore: (context, removed) =>
    remake(
      context,
      removed,
      {
        kind: 'role',
        operation: 'roles.restore',
        lock: lockImports,
        isThere,
        log: async (db, name) => ({ permissions: await permissionsOf(db, name) }),
      },
      (shop) => {
        const { permissions } = logged.parse(removed.fields)
        return saveRole(shop, context.session.permissions, { name: removed.id, permissions, version: 0 })
      },
    ),
}
