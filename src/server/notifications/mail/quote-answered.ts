import { translator } from '../../../i18n/translator.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { href } from '../../../routes.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { quoteById } from '../../ordering/quotes/queries.ts'
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

/** Notifies the customer that a quote was answered, unless it was withdrawn or answered again meanwhile. */
export async function sendQuoteAnswered(shop: Shop, quoteId: string, answer: keyof typeof texts): Promise<void> {
  const quote = await quoteById(shop.db, quoteId)
  const customer = quote?.customer_id ? await customerById(shop.db, quote.customer_id) : undefined
  if (!quote || !customer || quote.status !== answer) return
  const { language, number } = quote
  const t = translator(language)
  const values = { number, date: quote.valid_until ? formatDate(quote.valid_until, language) : '' }
  const words: Block[] = quote.answer ? [{ kind: 'typed', text: quote.answer }] : []
  const link = shop.env.ORIGIN + href(language, 'my-account-quote', { id: number })
  const blocks = [text(t(texts[answer].text, values)), ...words, action(t(texts[answer].look), link)]
  const messageId = `quote-${answer}-${quote.id}-${Date.parse(quote.answered_at ?? '')}`
  await sendMail(shop, {
    to: customer.email,
    messageId,
    email: { language, subject: t(texts[answer].subject, values), blocks },
  })
}
