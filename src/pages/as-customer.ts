import type { APIRoute } from 'astro'
import { consolePath } from '../console-routes.ts'
import { href } from '../routes.ts'
import { headersOf } from '../server/identity/staff/as-customer-rules.ts'
import { beginVisit, endVisit } from '../server/identity/staff/customer-visits.ts'
import { leadTo } from '../server/identity/staff/lead-to.ts'
import { plainPage } from '../server/platform/http/answers/plain-page.ts'
import { withProblems } from '../server/platform/http/calls/endpoint.ts'

/** What the browser kept of another cart or customer goes, before and after. */
const forgetting = { 'Clear-Site-Data': '"storage"', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }

/** Begins seeing the storefront as a customer, by the token that the console has just handed over. */
export const GET: APIRoute = withProblems(async ({ locals, cookies, url }) => {
  const { shop, shopping, t } = locals
  const customer = await beginVisit(shop, cookies, url.searchParams.get('token') ?? '')
  if (customer) {
    const Location = href(customer.language, 'home')
    return new Response(null, { status: 303, headers: { Location, ...forgetting } })
  }
  const [title, text] = [t('console-customers:visit_refused'), t('console-customers:visit_over')]
  const page = plainPage({ language: shopping.language, title, text, leadsHome: true })
  return new Response(new Uint8Array(page), { status: 403, headers: headersOf() })
})

/** Ends it, and leads back to the customer's record. */
export const POST: APIRoute = withProblems(async (context) => {
  const { locals } = context
  const { shop, asCustomer } = locals
  if (asCustomer) await endVisit(shop, context, asCustomer)
  const record = asCustomer ? consolePath('customer', { id: asCustomer.session.customer.id }) : consolePath('customers')
  const response = leadTo(shop.env, locals, (shop.env.CONSOLE_ORIGIN ?? shop.env.ORIGIN) + record)
  response.headers.set('Clear-Site-Data', '"storage"')
  return response
})
