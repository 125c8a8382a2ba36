import {
  formatVatNumber,
  noVatNumber,
  readVatNumber,
  type VatNumber,
  type VatCheckResult,
} from '../../../domain/money/vat-numbers.ts'
import { needsVatNumber, type CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import type { Env } from '../../platform/env.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import type { Shop } from '../../platform/shop.ts'
import { confirmedSince, deleteConfirmationsUntil, putConfirmation } from './queries.ts'
import { syntax } from './syntax.ts'
import type { VatChecker } from './vat-checker.ts'
import { vies } from './vies.ts'

const validMs = 24 * 3_600_000

type Buyer = Pick<CheckoutForm, 'customer_kind' | 'country' | 'vat_number'>
type Services = Pick<Shop, 'db' | 'env' | 'log' | 'now' | 'settings'>

/**
 * Determines whether a buyer's VAT number is confirmed. Where this decides over VAT, a confirmation of the last 24
 * hours counts, else the checker is called, outside any transaction; `mayAsk` limits the calls. Refusals are not
 * stored.
 */
export async function checkVatNumber(
  shop: Services,
  buyer: Buyer,
  mayAsk: () => Promise<boolean> = async () => true,
): Promise<VatCheckResult> {
  const read = buyer.customer_kind === 'organization' ? readVatNumber(buyer.vat_number) : undefined
  if (!read) return noVatNumber
  const number = formatVatNumber(read)
  const { home } = shop.settings.all
  if (!needsVatNumber(buyer, home) || read.country === home.country) return { state: 'kept', number }
  const since = new Date(shop.now().getTime() - validMs).toISOString()
  const known = await confirmedSince(shop.db, { number, checked_by: vatChecker(shop.env).name, since })
  if (known !== undefined) return { state: 'confirmed', number, consultation: known }
  return (await mayAsk()) ? ask(shop, read) : { state: 'unavailable', number }
}

/** Returns the rate limit of a visitor's checks. */
export function mayAskFor({ limits }: Pick<Shop, 'limits'>, visitor: string): () => Promise<boolean> {
  return () => isWithin(limits.vatChecks, visitor)
}

/** Deletes confirmations that are too old to be used; orders keep their copies. */
export async function forgetConfirmations({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await deleteConfirmationsUntil(db, new Date(now().getTime() - validMs).toISOString())
}

/** Returns the checker that the settings select. */
function vatChecker({ VAT_CHECK }: Env): VatChecker {
  return VAT_CHECK === 'vies' ? vies : syntax
}

async function ask({ db, env, log, now, settings }: Services, read: VatNumber): Promise<VatCheckResult> {
  const [number, checker] = [formatVatNumber(read), vatChecker(env)]
  const requester = readVatNumber(settings.seller('en').vatNumber)
  if (!requester) {
    log.warn({ setting: 'company.vatNumber' }, 'VAT numbers cannot be checked before the shop has one of its own')
    return { state: 'unavailable', number }
  }
  const result = await checker.check(env, read, requester)
  if (result.kind === 'refused') return { state: 'refused', number }
  if (result.kind === 'unavailable') {
    log.warn({ checker: checker.name, country: read.country, why: result.why }, 'a VAT number could not be checked')
    return { state: 'unavailable', number }
  }
  const { consultation_number: consultation } = result
  await putConfirmation(db, {
    number,
    checked_by: checker.name,
    consultation_number: consultation,
    confirmed_at: now().toISOString(),
  })
  return { state: 'confirmed', number, consultation }
}
