import { permissions, type Permission } from '../../domain/staff/permissions.ts'

type AreaOf<P extends Permission> = P extends `${infer Area}.${string}` ? Area : never
type VerbOf<P extends Permission> = P extends `${string}.${infer Verb}` ? Verb : never
export type PermissionArea = AreaOf<Permission>
export type PermissionVerb = VerbOf<Permission>

/** The permissions by area, in their order. */
export const permissionAreas: readonly (readonly [PermissionArea, readonly Permission[]])[] = [
  ...Map.groupBy(permissions, areaOf),
]

export function verbOf(permission: Permission): PermissionVerb {
  return permission.split('.')[1] as PermissionVerb
}

function areaOf(permission: Permission): PermissionArea {
  return permission.split('.')[0] as PermissionArea
}
