import { vatOf } from '../../../domain/cart/cart-amounts.ts'
import { countryName, formatDate } from '../../../i18n/formats.ts'
import { exactSum } from '../../../i18n/money.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { quoteById, type QuoteRow } from '../../ordering/quotes/queries.ts'
import { quotedAmounts } from '../../ordering/quotes/quote-page.ts'
import { quoteLink } from '../../ordering/requests/linked-quote.ts'
import { requestLines, requestOfQuote } from '../../ordering/requests/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { sendMail } from './send-mail.ts'
import { action, text, type Block, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

const texts = {
  priced: { subject: 'mail:quote_priced.subject', text: 'mail:quote_priced.text', look: 'mail:quote_priced.look' },
  rejected: {
    subject: 'mail:quote_rejected.subject',
    text: 'mail:quote_rejected.text',
    look: 'mail:quote_rejected.look',
  },
} as const

/** `typed` is what staff wrote, '' for nothing; `link` is undefined for a guest whose quote was rejected. */
export type Answered = {
  number: string
  typed: string
  link: string | undefined
  /** Of a quote with prices; `request` is the number of the request that it answers. */
  priced?: { date: string; request: string | undefined; blocks: readonly Block[] }
}

export function quoteAnsweredMail({ t, head }: MailTexts, { number, typed, link, priced }: Answered): MailContent {
  const { subject, text: words, look } = texts[priced ? 'priced' : 'rejected']
  const values = { number, date: priced?.date ?? '' }
  return {
    ...head(subject, values),
    blocks: [
      text(
        priced?.request === undefined
          ? t(words, values)
          : t('mail:quote_priced.request', { ...values, request: priced.request }),
      ),
      ...(typed === '' ? [] : [{ kind: 'typed', text: typed } as const]),
      ...(priced?.blocks ?? []),
      ...(link === undefined ? [] : [action(t(look), link)]),
    ],
  }
}

/** `request` is the request that the quote answers, and `requested` how many parts it asks for. */
type Recipient = { email: string; link: string | undefined; request: string | undefined; requested: number }

/**
 * Notifies the customer, or the guest who sent the request, that a quote was answered, unless it was withdrawn or
 * answered again meanwhile.
 */
export async function sendQuoteAnswered(shop: Shop, quoteId: string, answer: keyof typeof texts): Promise<void> {
  const quote = await quoteById(shop.db, quoteId)
  const recipient = quote?.status === answer && (await recipientOf(shop, quote))
  if (!quote || !recipient) return
  const { language, number } = quote
  const own = await mailTexts(shop, language)
  const date = quote.valid_until ? formatDate(quote.valid_until, { language, home: shop.settings.all.home }) : ''
  const content = quoteAnsweredMail(own, {
    number,
    typed: quote.answer,
    link: recipient.link,
    ...(answer === 'priced'
      ? {
          priced: {
            date,
            request: recipient.request,
            blocks: await pricedBlocks(shop, quote, recipient.requested, own.t),
          },
        }
      : {}),
  })
  await sendMail(shop, {
    to: recipient.email,
    messageId: `quote-${answer}-${quote.id}-${Date.parse(quote.answered_at ?? '')}`,
    email: { language, ...content },
  })
}

/** A customer's quote is in the account; a guest gets a link for it. */
async function recipientOf(shop: Shop, quote: QuoteRow): Promise<Recipient | undefined> {
  const request = await requestOfQuote(shop.db, quote.id)
  const requested = request ? (await requestLines(shop.db, [request.id], quote.language)).length : 0
  if (quote.customer_id !== null) {
    const customer = await customerById(shop.db, quote.customer_id)
    const link = shop.env.ORIGIN + href(quote.language, 'my-account-quote', { id: quote.number })
    return customer && { email: customer.email, link, request: request?.number, requested }
  }
  if (!request || request.email === '') return undefined
  const link = quote.status === 'priced' ? await quoteLink(shop, quote) : undefined
  return { email: request.email, link, request: request.number, requested }
}

/** `left` is how many of the parts that were asked for the quote leaves out; `isNet`: it is a company's. */
type Terms = { left: number; country: string; isNet: boolean }

export function quoteTerms(t: Translate, { left, country, isNet }: Terms): Block[] {
  return [
    ...(left > 0 ? [text(t('mail:quote_priced.partly', { count: left }))] : []),
    text(t('mail:quote_priced.terms', { country })),
    ...(isNet ? [text(t('mail:quote_priced.net'))] : []),
  ]
}

async function pricedBlocks(shop: Shop, quote: QuoteRow, requested: number, t: Translate): Promise<Block[]> {
  const { language, currency, country } = quote
  const { lines, total, isNet } = await quotedAmounts(shop, quote)
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
    ...quoteTerms(t, { left: requested - lines.length, country: countryName(country, language), isNet }),
  ]
}
