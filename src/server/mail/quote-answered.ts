import { translator } from '../../i18n/translator.ts'
import { formatDate } from '../../i18n/formats.ts'
import { href } from '../../routes.ts'
import { customerById } from '../accounts/customer-queries.ts'
import { quoteById } from '../quotes/queries.ts'
import type { Shop } from '../shop.ts'
import { sendMail } from './send-mail.ts'

const texts = {
  priced: { subject: 'mail:quote_priced.subject', text: 'mail:quote_priced.text' },
  rejected: { subject: 'mail:quote_rejected.subject', text: 'mail:quote_rejected.text' },
} as const

/** Tells who asked for prices that there is an answer; a quote that was withdrawn or answered anew meanwhile needs none. */
export async function sendQuoteAnswered(shop: Shop, quoteId: string, answer: keyof typeof texts): Promise<void> {
  const quote = await quoteById(shop.db, quoteId)
  const customer = quote?.customer_id ? await customerById(shop.db, quote.customer_id) : undefined
  if (!quote || !customer || quote.status !== answer) return
  const t = translator(quote.language)
  const values = { number: quote.number, date: quote.valid_until ? formatDate(quote.valid_until, quote.language) : '' }
  const link = shop.env.ORIGIN + href(quote.language, 'my-account-quote', { id: quote.number })
  const text = [t(texts[answer].text, values), ...(quote.answer ? ['', quote.answer] : []), '', link, '', t('mail:signature')].join('\n')
  const messageId = `quote-${answer}-${quote.id}-${Date.parse(quote.answered_at ?? '')}`
  await sendMail(shop, { to: customer.email, subject: t(texts[answer].subject, values), text, messageId })
}
