import type { OffersPage, OverviewPage, QuoteItem, ReturnsPage } from '../../../contracts/customer-pages/my-account.ts'
import type { ShownReturnStatus } from '../../../contracts/customer-pages/order-page.ts'
import { quoteRequestForm } from '../../../contracts/customer-pages/quotes.ts'
import { quoteState } from '../../../domain/orders/quotes.ts'
import { href } from '../../../routes.ts'
import { readerOf, type Account, type AccountRequest } from '../../identity/access/require-account.ts'
import { personalOffers } from '../../identity/customers/personal-offers.ts'
import { savedDevices } from '../../identity/saved-devices/saved-devices.ts'
import { goTo, missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { listItems } from '../lists/lists-page.ts'
import { orderItems, ownReturns } from '../order-pages/own-orders.ts'
import { countOwnOrders, orderReaderOf, sentOrders } from '../orders/own-order-queries.ts'
import { quotesOf, type QuoteReader } from '../quotes/queries.ts'
import { requestQuote } from '../quotes/request-quote.ts'
import { taxedLines } from '../quotes/taxed-lines.ts'
import { mayReturn } from '../returns/returnable.ts'
import type { Shop } from '../shop.ts'

const maxQuotes = 100
const maxSent = 20
/** Returns that something is still to happen with. */
const openReturns: ReadonlySet<ShownReturnStatus> = new Set(['requested', 'partly_received', 'received'])
/** Lists and devices on the overview. */
const maxListed = 4

/** GET /{lang}/my-account: latest orders, open returns and quotes, lists, devices, and personal offers. */
export async function overviewPage(
  shop: Shop,
  account: Account,
  {
    locals: {
      shopping: { language },
    },
  }: AccountRequest,
): Promise<PageResult<OverviewPage>> {
  const reader = orderReaderOf(account.session.customer, account.membership)
  const returns = await ownReturns(shop.db, reader)
  const quotes = await quoteItems(shop, readerOf(account))
  const lists = await listItems(shop, account)
  const devices = await savedDevices(shop, language, account.session.customer.id)
  return privatePage({
    latest: await orderItems(shop.db, reader, { limit: 3, offset: 0 }),
    orderCount: await countOwnOrders(shop.db, reader),
    openReturns: returns.filter(({ shown }) => openReturns.has(shown)).length,
    openQuotes: quotes.filter(({ state }) => state === 'priced' || state === 'requested').length,
    offers: await personalOffers(shop, language, account.session.customer.id),
    lists: lists.slice(0, maxListed),
    listCount: lists.length,
    devices: devices.slice(0, maxListed),
    deviceCount: devices.length,
  })
}

/** GET and POST /{lang}/my-account/offers: lists offers and quotes. The checkout posts here to request a quote. */
export async function offersPage(
  shop: Shop,
  account: Account,
  {
    request,
    locals: {
      shopping: { language },
    },
  }: AccountRequest,
): Promise<PageResult<OffersPage>> {
  if (request.method === 'POST' && !shop.settings.all.features.quotes) return missing()
  const reader = readerOf(account)
  const posted = request.method === 'POST' ? await readForm(request, quoteRequestForm) : undefined
  const result =
    posted && (await requestQuote(shop, { reader, checkoutId: posted.checkout_id, message: posted.message }))
  if (result?.kind === 'asked') return goTo(href(language, 'my-account-quote', { id: result.number }))
  const offers = await personalOffers(shop, language, account.session.customer.id)
  const status = result?.kind === 'too_often' ? 429 : result ? 409 : 200
  return privatePage({ offers, quotes: await quoteItems(shop, reader), fault: result?.kind ?? null }, status)
}

/** GET /{lang}/my-account/returns: lists returns, and orders that can be returned. */
export async function returnsPage(shop: Shop, account: Account): Promise<PageResult<ReturnsPage>> {
  const reader = orderReaderOf(account.session.customer, account.membership)
  const sent = await sentOrders(shop.db, reader, maxSent)
  const open: string[] = []
  for (const { id, number } of sent) if (await mayReturn(shop.db, id, shop.now())) open.push(number)
  const orders = await orderItems(shop.db, reader, { numbers: open, limit: maxSent, offset: 0 })
  return privatePage({ returns: await ownReturns(shop.db, reader), orders })
}

async function quoteItems({ db, now, settings }: Shop, reader: QuoteReader): Promise<QuoteItem[]> {
  const quotes = await quotesOf(db, reader).orderBy('requested_at', 'desc').limit(maxQuotes).execute()
  const lines = await taxedLines(db, quotes, { home: settings.all.home, now: now() })
  return quotes.map((quote) => {
    const own = lines.get(quote.id) ?? []
    const isPriced = own.every(({ unit_price: price }) => price !== null)
    return {
      number: quote.number,
      state: quoteState(quote, now().toISOString()),
      requestedAt: quote.requested_at,
      validUntil: quote.valid_until,
      currency: quote.currency,
      total: isPriced ? own.reduce((sum, line) => sum + (line.unit_price ?? 0) * line.quantity, 0) : null,
      units: own.reduce((sum, { quantity }) => sum + quantity, 0),
      names: own.map(({ name }) => name),
      isYours: quote.customer_id === reader.customerId,
    }
  })
}
