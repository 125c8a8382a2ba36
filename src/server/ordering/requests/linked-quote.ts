import type { APIContext } from 'astro'
import { quoteForm } from '../../../contracts/customer-pages/quotes.ts'
import type { LinkedQuotePage } from '../../../contracts/customer-pages/request-page.ts'
import { href } from '../../../routes.ts'
import { newMailToken, readMailToken } from '../../identity/login/mail-links.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { acceptByLink, isOpenByLink } from '../quotes/accept-quote.ts'
import { quoteById, type QuoteRow } from '../quotes/queries.ts'
import { quotePage } from '../quotes/quote-page.ts'
import type { Shop } from '../shop.ts'

type LinkRequest = Pick<APIContext, 'request' | 'url' | 'locals'>

const nobody = { customerId: '', organization: null }

/** Creates the link that opens a guest's quote until the quote ends. Only the hash of its token is stored. */
export async function quoteLink(shop: Pick<Shop, 'db' | 'env' | 'now'>, quote: QuoteRow): Promise<string> {
  const link = { purpose: 'quote', subject: quote.id } as const
  const token = await newMailToken(shop, link, quote.valid_until ?? undefined)
  return shop.env.ORIGIN + href(quote.language, 'quote', {}, { token })
}

/**
 * GET and POST /{lang}/quote?token=: shows a guest's quote to who has its mailed link. Its button leads to a checkout
 * at the quoted prices. Neither who asked nor what was ordered is shown, because a mail may be passed on.
 */
export async function linkedQuotePage(
  shop: Shop,
  { request, url, locals }: LinkRequest,
): Promise<PageResult<LinkedQuotePage>> {
  const link = await readMailToken(shop, url.searchParams.get('token') ?? '', ['quote'])
  const quote = link && (await quoteById(shop.db, link.subject))
  if (!quote || quote.customer_id !== null) return privatePage({ kind: 'over' }, 404)
  if (request.method !== 'POST') return privatePage(await pageOf(shop, quote))
  const { action } = await readForm(request, quoteForm)
  const checkoutId = action === 'accept' ? await acceptByLink(shop, quote, locals.customerId) : null
  if (checkoutId !== null) return goTo(href(locals.shopping.language, 'checkout-id', { id: checkoutId }))
  return privatePage(await pageOf(shop, quote), 409)
}

async function pageOf(shop: Shop, quote: QuoteRow): Promise<LinkedQuotePage> {
  const page = await quotePage(shop, nobody, quote)
  return {
    kind: 'quote',
    quote: { ...page, message: '', orderNumber: null, canAccept: await isOpenByLink(shop, quote) },
  }
}
