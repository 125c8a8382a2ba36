import type { BuiltInRole } from '../../../src/domain/staff/roles.ts'

/** Who may do something; `asksFactor`: the second step is asked for again. */
export type OperationRow = { roles: readonly BuiltInRole[] | 'everybody'; asksFactor?: boolean }

const lead = ['owner', 'manager'] as const
const books = ['owner', 'manager', 'accountant'] as const

/** The part of `operations` that is about the company: staff, settings and other systems. */
export const companyOperations: Readonly<Record<string, OperationRow>> = {
  staff: { roles: lead },
  'staff.invite': { roles: ['owner'], asksFactor: true },
  'staff.reinvite': { roles: ['owner'], asksFactor: true },
  'staff.uninvite': { roles: ['owner'] },
  person: { roles: lead },
  'person.save': { roles: ['owner'], asksFactor: true },
  'person.undo': { roles: ['owner'], asksFactor: true },
  'person.reset': { roles: ['owner'], asksFactor: true },
  'person.end_session': { roles: ['owner'] },
  roles: { roles: lead },
  role: { roles: lead },
  'role.save': { roles: ['owner'], asksFactor: true },
  'role.undo': { roles: ['owner'], asksFactor: true },
  'role.remove': { roles: ['owner'], asksFactor: true },
  audit: { roles: books },
  'audit.export': { roles: books, asksFactor: true },
  'audit.save_view': { roles: books },
  'audit.remove_view': { roles: books },
  settings: { roles: lead },
  setting: { roles: lead },
  'setting.preview': { roles: lead },
  'setting.more': { roles: lead },
  'setting.save': { roles: lead, asksFactor: true },
  'setting.upload': { roles: lead },
  'setting.write': { roles: lead },
  'setting.undo': { roles: lead, asksFactor: true },
  vat: { roles: lead },
  'vat.set': { roles: lead, asksFactor: true },
  'vat.remove': { roles: lead, asksFactor: true },
  'vat.undo': { roles: lead, asksFactor: true },
  'first-steps': { roles: lead },
  system: { roles: lead },
  'system.back_up': { roles: lead },
  'system.retry': { roles: lead },
  'system.test_mail': { roles: lead },
  integrations: { roles: lead },
  'integrations.make_key': { roles: ['owner'], asksFactor: true },
  'integrations.revoke_key': { roles: ['owner'], asksFactor: true },
}
