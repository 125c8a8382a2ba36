import type { AuthUser } from '../../../contracts/calls/auth-user.ts'
import { currencyByCode, currencyById } from '../../../domain/money/currencies.ts'
import { defaultCurrency } from '../../../domain/places/locales.ts'
import type { Shop } from '../../platform/shop.ts'
import { personalDiscounts } from '../../pricing/discounts/personal-discounts.ts'
import { guestOrder } from './session-queries.ts'
import type { Session } from './session.ts'

type Services = Pick<Shop, 'db' | 'settings'>

/** Builds the user data that the browser receives (spec section 3, "Auth user"). */
export async function authUserOf(shop: Services, session: Session): Promise<AuthUser> {
  return session.customer ? customerUser(shop, session) : guestUser(shop, session)
}

async function customerUser(
  { db, settings }: Services,
  { customer, scopes }: Session & { customer: NonNullable<Session['customer']> },
): Promise<AuthUser> {
  const currency = currencyById(customer.currency_id) ?? defaultCurrency(settings.locale(customer.language))
  return {
    id: customer.id,
    order_id: null,
    country_code: customer.country,
    currency: currency.code,
    currency_id: currency.id,
    is_organization: scopes.some((scope) => scope.startsWith('organization:')),
    scopes: [...scopes],
    discounts: { ...(await personalDiscounts(db, customer.id)) },
  }
}

async function guestUser(
  { db, settings }: Services,
  { order: reference, scopes }: Session & { order: NonNullable<Session['order']> },
): Promise<AuthUser> {
  const order = await guestOrder(db, reference.id)
  const currency = currencyByCode(order?.currency ?? '') ?? defaultCurrency(settings.locale(order?.language ?? 'en'))
  return {
    id: reference.id,
    order_id: reference.number,
    country_code: order?.country ?? '',
    currency: currency.code,
    currency_id: currency.id,
    is_organization: order?.customer_kind === 'organization',
    scopes: [...scopes],
    discounts: {},
  }
}
