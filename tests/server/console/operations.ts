import type { BuiltInRole } from '../../../src/domain/staff/roles.ts'

type Row = { roles: readonly BuiltInRole[] | 'everybody'; asksFactor?: boolean }

const [lead, sellers] = [
  ['owner', 'manager'],
  ['owner', 'manager', 'seller'],
] as const satisfies readonly BuiltInRole[][]
const orderReaders = ['owner', 'manager', 'seller', 'warehouse', 'accountant'] as const
const books = ['owner', 'manager', 'accountant'] as const
const customerReaders = ['owner', 'manager', 'seller', 'accountant'] as const

/**
 * Who may do what in the console, written down apart from the code: each screen by its name, and each action of its
 * forms. `asksFactor`: the second step is asked for again.
 */
export const operations: Readonly<Record<string, Row>> = {
  today: { roles: 'everybody' },
  find: { roles: 'everybody' },
  account: { roles: 'everybody' },
  'account.profile': { roles: 'everybody' },
  'account.password': { roles: 'everybody', asksFactor: true },
  'account.totp': { roles: 'everybody', asksFactor: true },
  'account.totp_off': { roles: 'everybody', asksFactor: true },
  'account.passkey': { roles: 'everybody', asksFactor: true },
  'account.passkey_off': { roles: 'everybody', asksFactor: true },
  'account.codes': { roles: 'everybody', asksFactor: true },
  'account.end_session': { roles: 'everybody' },
  orders: { roles: orderReaders },
  'orders.export': { roles: books, asksFactor: true },
  'orders.save_view': { roles: orderReaders },
  'orders.remove_view': { roles: orderReaders },
  order: { roles: orderReaders },
  'order-document': { roles: orderReaders },
  'order.process': { roles: sellers },
  'order.ship': { roles: ['owner', 'manager', 'warehouse'] },
  'order.deliver': { roles: sellers },
  'order.cancel': { roles: sellers, asksFactor: true },
  'order.refund': { roles: sellers, asksFactor: true },
  'order.release': { roles: sellers },
  'order.note': { roles: sellers },
  customers: { roles: customerReaders },
  'customers.export': { roles: lead, asksFactor: true },
  'customers.save_view': { roles: customerReaders },
  'customers.remove_view': { roles: customerReaders },
  customer: { roles: customerReaders },
  'customer.details': { roles: sellers },
  'customer.access': { roles: sellers },
  'customer.discounts': { roles: sellers },
  'customer.link': { roles: sellers },
  'customer.export': { roles: lead, asksFactor: true },
  'customer.erase': { roles: lead, asksFactor: true },
  guest: { roles: customerReaders },
  'guest.export': { roles: lead, asksFactor: true },
  'guest.erase': { roles: lead, asksFactor: true },
  staff: { roles: lead },
  'staff.invite': { roles: ['owner'], asksFactor: true },
  'staff.uninvite': { roles: ['owner'] },
  person: { roles: lead },
  'person.save': { roles: ['owner'], asksFactor: true },
  'person.reset': { roles: ['owner'], asksFactor: true },
  'person.end_session': { roles: ['owner'] },
  roles: { roles: lead },
  role: { roles: lead },
  'role.save': { roles: ['owner'], asksFactor: true },
  'role.remove': { roles: ['owner'], asksFactor: true },
  audit: { roles: books },
  'audit.export': { roles: books, asksFactor: true },
  'audit.save_view': { roles: books },
  'audit.remove_view': { roles: books },
}
