import type { Env } from '../../platform/env.ts'
import { plainPage } from '../../platform/http/answers/plain-page.ts'
import { headersOf } from './as-customer-rules.ts'

/**
 * Leads from a form to an address of the console or the storefront. Between two origins it is a page that leads on,
 * because a form may not end elsewhere; neither tells the next page where it came from.
 */
export function leadTo(
  { CONSOLE_ORIGIN }: Pick<Env, 'CONSOLE_ORIGIN'>,
  { t, shopping: { language } }: Pick<App.Locals, 't' | 'shopping'>,
  address: string,
): Response {
  const headers = headersOf()
  headers.set('Referrer-Policy', 'no-referrer')
  if (!CONSOLE_ORIGIN) {
    headers.set('Location', address)
    return new Response(null, { status: 303, headers })
  }
  const link = { address, text: t('console-customers:visit_lead') }
  const page = plainPage({ language, title: t('console-customers:log_in'), text: '', link, leadsOn: true })
  return new Response(new Uint8Array(page), { headers })
}
