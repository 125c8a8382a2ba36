import type { RawBuilder } from 'kysely'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { endsWith, isCalled, soundsLike } from '../customers/name-search-queries.ts'

/** So many hits of a kind are shown. */
export const maxPerKind = 8

type Services = { db: Queryable; reportDb: Queryable; kind: DatabaseKind }

/** Accounts whose address begins with a text, or whose name or organization has its words. */
export async function customersNamed(shop: Services, text: string, limit: number) {
  return customersWhere(shop, await isCalled(shop, text), limit)
}

/** Accounts whose name or organization is like a text. It takes long: only where nothing else is found. */
export async function customersSounding(shop: Services, text: string, limit: number) {
  return customersWhere(shop, (await soundsLike(shop, text, undefined, limit)).where, limit)
}

/** Accounts of which a word of the name or organization ends with a text. It takes as long. */
export async function customersEndingWith(shop: Services, text: string, limit: number) {
  return customersWhere(shop, await endsWith(shop, text, limit), limit)
}

function customersWhere({ db }: Services, condition: RawBuilder<boolean>, limit: number) {
  return db.selectFrom('customers').select(['id', 'email', 'name']).where(condition).limit(limit).execute()
}
