import { sql, type Expression, type SqlBool } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** Records that entries of the log have by id, by kind; and those whose currency amounts are in. */
export type NamedIds = ReadonlyMap<NamedKind, ReadonlySet<string>>
const namedKinds = [
  'attribute',
  'category',
  'customer',
  'organization',
  'invitation',
  'currency of order',
  'currency of invoice',
  'currency of payment',
  'currency of quote',
  'currency of gift_card',
] as const
export type NamedKind = (typeof namedKinds)[number]
type Found = { kind: NamedKind; id: string; name: string }

/** Reads what the records are called, in one statement; those that are gone are missing. */
export async function namesOfRecords(db: Queryable, wanted: NamedIds, language: Language): Promise<Found[]> {
  const parts = [...wanted].flatMap(([kind, ids]) => (ids.size === 0 ? [] : [namesOf(kind, [...ids], language)]))
  const [first, ...others] = parts
  if (!first) return []
  const all = others.reduce((before, part) => sql<Found>`${before} union all ${part}`, first)
  return (await all.execute(db)).rows
}

function namesOf(kind: NamedKind, ids: readonly string[], language: Language) {
  const among = (column: string): Expression<SqlBool> => sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids)})`
  const from = {
    attribute: () =>
      sql`attribute_id as id, name from attribute_texts where ${among('attribute_id')} and language = ${language}`,
    category: () =>
      sql`category_id as id, name from category_texts where ${among('category_id')} and language = ${language}`,
    customer: () => sql`id, case when name = '' then email else name end as name from customers where ${among('id')}`,
    organization: () => sql`id, name from organizations where ${among('id')}`,
    invitation: () => sql`id, email as name from organization_invitations where ${among('id')}`,
    'currency of order': () => sql`id, currency as name from orders where ${among('id')}`,
    'currency of invoice': () =>
      sql`i.number as id, o.currency as name from invoices i join orders o on o.id = i.order_id
        where ${among('i.number')}`,
    'currency of payment': () => sql`id, currency as name from payment_attempts where ${among('id')}`,
    'currency of quote': () => sql`id, currency as name from quotes where ${among('id')}`,
    'currency of gift_card': () => sql`id, currency as name from gift_cards where ${among('id')}`,
  }[kind]()
  return sql<Found>`select ${sql.lit(kind)} as kind, ${from}`
}
