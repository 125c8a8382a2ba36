import { vatOf } from '../../../domain/cart/cart-amounts.ts'
import { countryName, formatDate } from '../../../i18n/formats.ts'
import { exactSum } from '../../../i18n/money.ts'
import { translator } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { quoteById, quoteLinesOf, type QuoteLineRow, type QuoteRow } from '../../ordering/quotes/queries.ts'
import { quoteAmounts } from '../../ordering/quotes/quote-page.ts'
import { quoteLink } from '../../ordering/requests/linked-quote.ts'
import { requestLines, requestOfQuote } from '../../ordering/requests/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text, type Block } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'

const texts = {
  priced: { subject: 'mail:quote_priced.subject', text: 'mail:quote_priced.text', look: 'mail:quote_priced.look' },
  rejected: {
    subject: 'mail:quote_rejected.subject',
    text: 'mail:quote_rejected.text',
    look: 'mail:quote_rejected.look',
  },
} as const

/** `request` is the request that the quote answers, and `asked` how many parts it asks for. */
type Recipient = { email: string; link: string | undefined; request: string | undefined; asked: number }

/**
 * Notifies the customer, or the guest who sent the request, that a quote was answered, unless it was withdrawn or
 * answered again meanwhile.
 */
export async function sendQuoteAnswered(shop: Shop, quoteId: string, answer: keyof typeof texts): Promise<void> {
  const quote = await quoteById(shop.db, quoteId)
  const recipient = quote?.status === answer && (await recipientOf(shop, quote))
  if (!quote || !recipient) return
  const { language, number } = quote
  const t = translator(language)
  const values = {
    number,
    date: quote.valid_until ? formatDate(quote.valid_until, { language, home: shop.settings.all.home }) : '',
  }
  const blocks: Block[] = [
    text(
      answer === 'priced' && recipient.request !== undefined
        ? t('mail:quote_priced.request', { ...values, request: recipient.request })
        : t(texts[answer].text, values),
    ),
    ...(quote.answer ? [{ kind: 'typed', text: quote.answer } as const] : []),
    ...(answer === 'priced' ? pricedBlocks(quote, await quoteLinesOf(shop.db, [quote.id]), recipient.asked) : []),
    ...(recipient.link ? [action(t(texts[answer].look), recipient.link)] : []),
  ]
  const messageId = `quote-${answer}-${quote.id}-${Date.parse(quote.answered_at ?? '')}`
  await sendMail(shop, {
    to: recipient.email,
    messageId,
    email: { language, subject: t(texts[answer].subject, values), blocks },
  })
}

/** A customer's quote is in the account; a guest gets a link for it. */
async function recipientOf(shop: Shop, quote: QuoteRow): Promise<Recipient | undefined> {
  const request = await requestOfQuote(shop.db, quote.id)
  const asked = request ? (await requestLines(shop.db, [request.id], quote.language)).length : 0
  if (quote.customer_id !== null) {
    const customer = await customerById(shop.db, quote.customer_id)
    const link = shop.env.ORIGIN + href(quote.language, 'my-account-quote', { id: quote.number })
    return customer && { email: customer.email, link, request: request?.number, asked }
  }
  if (!request || request.email === '') return undefined
  const link = quote.status === 'priced' ? await quoteLink(shop, quote) : undefined
  return { email: request.email, link, request: request.number, asked }
}

function pricedBlocks(
  { language, currency, country }: QuoteRow,
  rows: readonly QuoteLineRow[],
  asked: number,
): Block[] {
  const t = translator(language)
  const { lines, total } = quoteAmounts(rows)
  if (!total || lines.length === 0) return []
  const amount = (minor: number) => exactSum(minor, currency, language)
  return [
    {
      kind: 'goods',
      lines: lines.map(({ sku, name, quantity, unit, total: sum }) => ({
        sku,
        name,
        quantity,
        unit: quantity > 1 && unit ? t('mail:order_confirmed.each', { amount: amount(unit.inc) }) : '',
        total: sum ? amount(sum.inc) : '',
      })),
      sums: [
        { name: t('mail:order_confirmed.total'), amount: amount(total.inc), weight: 'total' },
        { name: t('mail:order_confirmed.vat'), amount: amount(vatOf(total)), weight: 'soft' },
        { name: t('mail:order_confirmed.ex_vat'), amount: amount(total.ex), weight: 'soft' },
      ],
    },
    ...(asked > lines.length ? [text(t('mail:quote_priced.partly', { count: asked - lines.length }))] : []),
    text(t('mail:quote_priced.terms', { country: countryName(country, language) })),
  ]
}
