import type { APIContext } from 'astro'
import type { AuthUser } from '../../../contracts/calls/auth-user.ts'
import { daySeconds } from '../../../domain/durations.ts'
import { currencyById } from '../../../domain/money/currencies.ts'
import { choiceDays, currencyChoice } from '../../../domain/places/choice-cookies.ts'
import { countryByCode } from '../../../domain/places/countries.ts'
import type { Env } from '../../platform/env.ts'

/** Deletes the region cookies with the session, so that the next visitor gets the locale's defaults. */
export function clearRegion(cookies: APIContext['cookies']): void {
  for (const name of ['cid', 'cuc', 'cc']) cookies.delete(name, { path: '/' })
}

/**
 * Sets the country and currency cookies from the user (spec section 4, "Login by token"), for the next page; scripts
 * may change them.
 */
export function writeRegion({ ORIGIN }: Pick<Env, 'ORIGIN'>, cookies: APIContext['cookies'], user: AuthUser): void {
  const currency = currencyById(user.currency_id)
  const country = countryByCode(user.country_code)
  const choices = [...(currency ? currencyChoice(currency) : []), ...(country ? [['cc', country.code] as const] : [])]
  for (const [name, value] of choices) {
    cookies.set(name, value, {
      path: '/',
      sameSite: 'lax',
      secure: ORIGIN.startsWith('https:'),
      maxAge: choiceDays[name] * daySeconds,
    })
  }
}
