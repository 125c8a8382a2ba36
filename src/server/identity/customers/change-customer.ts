import { fieldLengths } from '../../../domain/field-lengths.ts'
import { isPhone } from '../../../domain/orders/checkout-form.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { isScope } from '../../../domain/visitors/scopes.ts'
import { scopesJson } from '../../platform/db/json-columns.ts'
import { newId } from '../../platform/ids.ts'
import { replaceDiscounts, updateCustomer } from '../customer-queries.ts'
import { deleteSessions, sessionIdsOf } from '../sessions/session-queries.ts'
import type { Shop } from '../shop.ts'

type Services = Pick<Shop, 'db'>
export type CustomerDetails = { name: string; phone: string; language: Language; hasConsent: boolean }

/** Why a customer's account cannot be changed like this; null if it was changed. */
type CustomerFault = 'name_invalid' | 'phone_invalid' | 'scopes_invalid'

/** Saves what staff may correct of an account. */
export async function changeCustomer(
  { db }: Services,
  id: string,
  { name, phone, language, hasConsent }: CustomerDetails,
): Promise<CustomerFault | null> {
  if (name === '' || name.length > fieldLengths.name) return 'name_invalid'
  if (phone !== '' && !isPhone(phone)) return 'phone_invalid'
  await db
    .transaction()
    .execute((trx) => updateCustomer(trx, id, { name, phone, language, mail_consent: hasConsent ? 1 : 0 }))
  return null
}

/** Sets the language of a customer's mails. */
export async function changeLanguage({ db }: Services, id: string, language: Language): Promise<void> {
  await db.transaction().execute((trx) => updateCustomer(trx, id, { language }))
}

/** Sets what an account may do and signs it out everywhere; without scopes the account is closed. */
export async function changeScopes(
  { db }: Services,
  id: string,
  scopes: readonly string[],
): Promise<CustomerFault | null> {
  if (!scopes.every(isScope)) return 'scopes_invalid'
  await db.transaction().execute(async (trx) => {
    await updateCustomer(trx, id, { scopes: scopesJson.write([...new Set(scopes)]) })
    await deleteSessions(trx, await sessionIdsOf(trx, id))
  })
  return null
}

/** Reads `category=percent`; undefined for any other text. */
export function categoryPercent(text: string): readonly [category: string, percent: number] | undefined {
  const [, category = '', percent] = /^([^=\s]{1,60})=(\d{1,2}|100)$/.exec(text) ?? []
  return percent === undefined ? undefined : [category, Number(percent)]
}

/** Replaces the personal discounts of a customer, percent by discount category. */
export async function changeDiscounts(
  { db }: Services,
  customerId: string,
  percents: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [...percents].map(([discount_category, percent]) => ({
    id: newId(),
    customer_id: customerId,
    organization_id: null,
    discount_category,
    percent,
  }))
  await db.transaction().execute((trx) => replaceDiscounts(trx, customerId, rows))
}
