import { daySeconds } from '../../../../domain/durations.ts'
import { currencyByCode, currencyById } from '../../../../domain/money/currencies.ts'
import { choiceDays, currencyChoice, type Choice } from '../../../../domain/places/choice-cookies.ts'
import { offeredCurrency, soldCountry, type Sales } from '../../../../domain/settings/sales.ts'
import type { Settings } from '../../../../domain/settings/settings.ts'
import { matchScreen } from '../../../../routes.ts'
import type { Env } from '../../env.ts'
import { inertPolicy, securityHeaders } from '../answers/security-headers.ts'
import { send } from '../answers/send.ts'
import { queryWithout, withQuery } from '../calls/query-text.ts'
import type { Step } from '../exchange.ts'

const regionParameters = ['country', 'currency']
const regionParameter = /[?&](?:country|currency)=/
const noBytes = Buffer.alloc(0)

type Services = { env: Pick<Env, 'ORIGIN'>; settings: { readonly all: Pick<Settings, 'sales'> } }

/**
 * Handles `country` and `currency` in any page's query (spec sections 4 and 5): stores a known value in cookies and
 * redirects to the same address without them, otherwise unchanged. Ignores values that the shop does not sell in or to.
 */
export function regionLinks({ env, settings }: Services): Step {
  const always = [...securityHeaders(env), ...inertPolicy, 'Cache-Control', 'no-store']
  const attributes = `Path=/; SameSite=Lax${env.ORIGIN.startsWith('https:') ? '; Secure' : ''}`
  return async ({ req, res, url, id }) => {
    if (!regionParameter.test(url.search) || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    const choices = regionOfQuery(url.searchParams, settings.all.sales)
    if (choices.length === 0 || matchScreen(url.pathname) === undefined) return false
    const cookies = choices.flatMap(([name, value]) => [
      'Set-Cookie',
      `${name}=${value}; Max-Age=${choiceDays[name] * daySeconds}; ${attributes}`,
    ])
    const target = withQuery(url.pathname, queryWithout(url.search, regionParameters))
    await send(req, res, {
      status: 302,
      headers: ['Location', target, ...cookies, ...always, 'X-Request-Id', id],
      body: noBytes,
    })
    return true
  }
}

/** Returns the first sold currency and country of a query; a currency by code or id, ignoring case. */
function regionOfQuery(query: URLSearchParams, sales: Sales): readonly Choice[] {
  const [currency] = query
    .getAll('currency')
    .map((text) => (/^\d{1,9}$/.test(text) ? currencyById(Number(text)) : currencyByCode(text)))
    .flatMap((known) => offeredCurrency(sales, known) ?? [])
  const [country] = query.getAll('country').flatMap((text) => soldCountry(sales, text) ?? [])
  return [...(currency ? currencyChoice(currency) : []), ...(country ? [['cc', country] as const] : [])]
}
