import { quoteForm, type QuotePage } from '../../../contracts/customer-pages/quotes.ts'
import { href } from '../../../routes.ts'
import { readerOf, type Account, type AccountRequest } from '../../identity/access/require-account.ts'
import { goTo, missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { acceptQuote, quoteFor, withdrawQuote } from '../quotes/accept-quote.ts'
import { quotePage } from '../quotes/quote-page.ts'
import type { Shop } from '../shop.ts'

/**
 * GET and POST /{lang}/my-account/offers/:id: shows a quote. Accepting it redirects to a checkout at the quoted prices.
 */
export async function accountQuotePage(
  shop: Shop,
  account: Account,
  {
    request,
    locals: {
      matched,
      shopping: { language },
    },
  }: AccountRequest,
): Promise<PageResult<QuotePage>> {
  const reader = readerOf(account)
  const quote = await quoteFor(shop, reader, matched?.params['id'] ?? '')
  if (!quote) return missing()
  if (request.method !== 'POST') return privatePage(await quotePage(shop, reader, quote))
  const { action } = await readForm(request, quoteForm)
  if (action === 'accept') {
    const checkoutId = await acceptQuote(shop, reader, quote)
    if (checkoutId !== null) return goTo(href(language, 'checkout-id', { id: checkoutId }))
  }
  if (action === 'withdraw' && (await withdrawQuote(shop, reader, quote)))
    return goTo(href(language, 'my-account-quote', { id: quote.number }))
  return privatePage(await quotePage(shop, reader, quote), 409)
}
