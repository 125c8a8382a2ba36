import { formatDate } from '../../../i18n/formats.ts'
import { exactSum } from '../../../i18n/money.ts'
import { translator } from '../../../i18n/translator.ts'
import { reminderToSend } from '../../ordering/invoices/remind-invoice.ts'
import { orderDocument } from '../../ordering/order-pages/order-document.ts'
import type { Shop } from '../../ordering/shop.ts'
import { text } from './template/email-template.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'

type Reminded = { orderId: string; step: number; number?: string | undefined }

/** Reminds the buyer of an invoice that is still unpaid, with the invoice and what is left of it. */
export async function sendInvoiceReminder(shop: Shop, of: Reminded): Promise<void> {
  const due = await reminderToSend(shop, of)
  if (!due) return
  const { order, invoice, open } = due
  const { language, currency } = order
  const t = translator(language)
  const bill = await orderDocument(shop, order.id, 'invoice', language, invoice.number)
  const values = { number: invoice.number, order: order.number }
  const day = formatDate(invoice.due_at, { language, home: shop.settings.all.home })
  const amount = exactSum(open, currency, language, order.reverse_charge === 1)
  await sendMail(shop, {
    to: order.email,
    messageId: `invoice-reminder-${invoice.number}-${of.step}`,
    email: {
      language,
      subject: t(of.step === 1 ? 'mail:invoice_reminder.subject' : 'mail:invoice_reminder.subject_second', values),
      blocks: [
        text(t(of.step === 1 ? 'mail:invoice_reminder.first' : 'mail:invoice_reminder.second', values)),
        {
          kind: 'facts',
          facts: [
            { name: t('mail:invoice_reminder.invoice'), rows: [invoice.number] },
            { name: t('mail:invoice_reminder.due'), rows: [day] },
            { name: t('mail:invoice_reminder.open'), rows: [amount] },
          ],
        },
        ...(bill ? [text(t('mail:invoice_reminder.attached'))] : []),
        text(t('mail:invoice_reminder.paid')),
        {
          kind: 'action',
          label: t('mail:invoice_reminder.order'),
          href: await orderAddress(shop, order),
          isQuiet: true,
        },
      ],
    },
    attachments: bill && [{ filename: `${bill.number}.pdf`, content: bill.pdf }],
  })
}
