import { z } from 'zod/mini'
import { consolePath } from '../../../console-routes.ts'
import { emptyForm, roleForm, undoForm, type RolePage, type RolesPage } from '../../../contracts/console/staff.ts'
import { isPermission, permissions as allPermissions } from '../../../domain/staff/permissions.ts'
import { builtInRoleNames, builtInRoles, isBuiltInRole } from '../../../domain/staff/roles.ts'
import { removeRole, saveRole } from '../../identity/staff/roles.ts'
import { allStaff, ownRole, ownRoles, permissionsOf } from '../../identity/staff/staff-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import { permissionsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { fieldsWithout, undoableHistory, type Undoing } from './undo-record.ts'

/** The address of a role that is not there yet. */
const newRole = 'new'
const roleName = /^[\p{L}\p{N}][\p{L}\p{N} _-]{1,39}$/u

/** The roles: those of every shop, and the shop's own. */
export const rolesScreen = consoleScreen<RolesPage>({
  screen: 'roles',
  permission: 'staff.view',
  doneElsewhere: ['remove'],
  load: async ({ shop, session }) => {
    const people = Map.groupBy(await allStaff(shop.db), ({ role }) => role)
    const count = (name: string) => people.get(name)?.length ?? 0
    const own = await ownRoles(shop.db)
    return {
      roles: [
        ...builtInRoleNames.map((name) => ({
          name,
          isBuiltIn: true,
          permissions: builtInRoles[name],
          people: count(name),
        })),
        ...own.map(({ name, permissions }) => ({
          name,
          isBuiltIn: false,
          permissions: permissionsJson.read(permissions),
          people: count(name),
        })),
      ],
      mayChange: may(session, 'staff.change'),
    }
  },
})

/** One role, or a new one. */
export const roleScreen = consoleScreen<RolePage>({
  screen: 'role',
  permission: 'staff.view',
  load: async (context) => {
    const { shop, session, request } = context
    const name = request.params['name'] ?? ''
    const known = await ownRole(shop.db, name)
    const isBuiltIn = isBuiltInRole(name)
    if (name !== newRole && !known && !isBuiltIn) return undefined
    const isNew = name === newRole && !known
    const start = isNew ? await startOf(context) : { copy: null, permissions: await permissionsOf(shop.db, name) }
    return {
      name: isNew ? '' : name,
      isNew,
      isBuiltIn,
      version: known?.version ?? 0,
      ...start,
      givable: session.permissions,
      audit: known ? await undoableHistory(context, undoingOf(known)) : [],
      mayChange: may(session, 'staff.change') && !isBuiltIn,
      mayCopy: may(session, 'staff.change'),
    }
  },
  actions: {
    save: consoleAction({
      permission: 'staff.change',
      stepUp: true,
      form: roleForm,
      run: async ({ shop, session }, { name, version, 'permission:': chosen }) => {
        if (!roleName.test(name) || name === newRole) throw new ConsoleError('name_invalid')
        const permissions = [...chosen.keys()].filter((each) => isPermission(each))
        const known = Number(version) || 0
        const action = known === 0 ? roleAction('roles.make', name) : roleAction('roles.save', name)
        await audited(shop, session.actor, action, (services) =>
          saveRole(services, session.permissions, { name, permissions, version: known }),
        )
        return consolePath('role', { name })
      },
    }),
    undo: consoleAction({
      permission: 'staff.change',
      stepUp: true,
      form: undoForm,
      run: async (context, { entry }) => {
        const { shop, session, request } = context
        const name = request.params['name'] ?? ''
        const known = await ownRole(shop.db, name)
        if (!known) throw new ConsoleError('unknown')
        const former = logged.safeParse(await fieldsWithout(context, undoingOf(known), entry))
        if (!former.success) throw new ConsoleError('not_possible')
        const change = { name, permissions: former.data.permissions, version: known.version }
        await audited(shop, session.actor, roleAction('roles.undo', name), (services) =>
          saveRole(services, session.permissions, change),
        )
      },
    }),
    remove: consoleAction({
      permission: 'staff.change',
      stepUp: true,
      form: emptyForm,
      run: async ({ shop, session, request }) => {
        const name = request.params['name'] ?? ''
        await audited(shop, session.actor, roleAction('roles.remove', name), (services) =>
          removeRole(services, session.permissions, name),
        )
        return consolePath('roles')
      },
    }),
  },
})

/** What a new role starts with: nothing, or what the role of the address has, as far as the person may give it. */
async function startOf({ shop, session, request }: ConsoleContext): Promise<Pick<RolePage, 'copy' | 'permissions'>> {
  const roles = [...builtInRoleNames, ...(await ownRoles(shop.db)).map(({ name }) => name)]
  const from = roles.find((name) => name === request.url.searchParams.get('from')) ?? ''
  const all = from === '' ? [] : await permissionsOf(shop.db, from)
  const permissions = all.filter((permission) => session.permissions.includes(permission))
  return { copy: { roles, from, leftOut: all.length - permissions.length }, permissions }
}

/** What the audit log records of a role that changed; a role that may do nothing was made by that entry. */
const logged = z.object({ permissions: z.array(z.enum(allPermissions)).check(z.minLength(1)) })

function undoingOf({ name, permissions }: Row<'staff_roles'>): Undoing {
  return {
    subject: { kind: 'role', id: name },
    operations: ['roles.save', 'roles.undo'],
    now: { permissions: permissionsJson.read(permissions) },
    canBe: (former) => logged.safeParse(former).success,
    permission: 'staff.change',
  }
}

function roleAction(operation: string, name: string) {
  return {
    operation,
    subject: { kind: 'role', id: name, label: name },
    fields: async (trx: DatabaseTransaction) => ({ permissions: await permissionsOf(trx, name) }),
  }
}
