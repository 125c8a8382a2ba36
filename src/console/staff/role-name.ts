import { isBuiltInRole } from '../../domain/staff/roles.ts'
import type { Translate } from '../../i18n/translator.ts'

/** A role as people call it: those of every shop are translated, the shop's own have one name. */
export function roleName(role: string, t: Translate): string {
  return isBuiltInRole(role) ? t(`console:role.${role}`) : role
}
