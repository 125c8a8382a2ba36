import { consolePath } from '../../../console-routes.ts'

/** The kinds of records that the audit log names. */
export const subjectKinds = [
  'order',
  'customer',
  'payment',
  'period',
  'staff',
  'role',
  'list',
  'api_key',
  'return',
] as const

/** The screen of a record; undefined for one that has none. */
export function subjectPath(kind: string, id: string, label: string): string | undefined {
  switch (kind) {
    case 'order':
      return consolePath('order', { number: label })
    case 'customer':
      return consolePath('customer', { id })
    case 'payment':
      return consolePath('payment', { id })
    case 'staff':
      return consolePath('person', { id })
    case 'role':
      return consolePath('role', { name: id })
    case 'api_key':
      return consolePath('integrations')
    default:
      return undefined
  }
}
