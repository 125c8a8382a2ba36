import { formatDate } from '../../../i18n/formats.ts'
import { exactSum } from '../../../i18n/money.ts'
import { reminderToSend } from '../../ordering/invoices/remind-invoice.ts'
import { orderDocument } from '../../ordering/order-pages/order-document.ts'
import type { Shop } from '../../ordering/shop.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'
import { text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

type Reminded = { orderId: string; step: number; number?: string | undefined }

type Due = { step: number; number: string; order: string; day: string; amount: string; link: string; hasBill: boolean }

export function invoiceReminderMail({ t, head }: MailTexts, due: Due): MailContent {
  const { number, order, day, amount, link, hasBill } = due
  const isFirst = due.step === 1
  return {
    ...head(isFirst ? 'mail:invoice_reminder.subject' : 'mail:invoice_reminder.subject_second', { number }),
    blocks: [
      text(t(isFirst ? 'mail:invoice_reminder.first' : 'mail:invoice_reminder.second', { number, order })),
      {
        kind: 'facts',
        facts: [
          { name: t('mail:invoice_reminder.invoice'), rows: [number] },
          { name: t('mail:invoice_reminder.due'), rows: [day] },
          { name: t('mail:invoice_reminder.open'), rows: [amount] },
        ],
      },
      ...(hasBill ? [text(t('mail:invoice_reminder.attached'))] : []),
      text(t('mail:invoice_reminder.paid')),
      { kind: 'action', label: t('mail:invoice_reminder.order'), href: link, isQuiet: true },
    ],
  }
}

/** Reminds the buyer of an invoice that is still unpaid, with the invoice and what is left of it. */
export async function sendInvoiceReminder(shop: Shop, of: Reminded): Promise<void> {
  const due = await reminderToSend(shop, of)
  if (!due) return
  const { order, invoice, open } = due
  const { language, currency } = order
  const bill = await orderDocument(shop, order.id, 'invoice', language, invoice.number)
  const day = formatDate(invoice.due_at, { language, home: shop.settings.all.home })
  const amount = exactSum(open, currency, language, order.reverse_charge === 1)
  const content = invoiceReminderMail(await mailTexts(shop, language), {
    step: of.step,
    number: invoice.number,
    order: order.number,
    day,
    amount,
    link: await orderAddress(shop, order),
    hasBill: bill !== undefined,
  })
  await sendMail(shop, {
    to: order.email,
    messageId: `invoice-reminder-${invoice.number}-${of.step}`,
    email: { language, ...content },
    attachments: bill && [{ filename: `${bill.number}.pdf`, content: bill.pdf }],
  })
}
