import type { UnitsView } from '../../../contracts/customer-pages/order-page.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderById, orderLineRows } from '../../ordering/orders/queries.ts'
import { returnById, returnLineRows } from '../../ordering/orders/return-queries.ts'
import { returnSlip } from '../../ordering/returns/return-slip.ts'
import type { Shop } from '../../ordering/shop.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'
import { fact, text, type MailContent } from './template/email-template.ts'
import { bankTexts, refundCase, type BankTexts } from './texts/bank-texts.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

type Withdrawal = {
  number: string
  name: string
  time: string
  units: readonly UnitsView[]
  /** The return by which received parts are sent back, and where to. */
  sendBack?: { number: string; seller: readonly string[] } | undefined
  /** What banks have taken back of the payment (bankTexts). */
  bank: BankTexts
  /** Leads to the order. */
  follow: string
}

const refundTexts = {
  usual: 'mail:withdrawal.refund',
  invoice: 'mail:withdrawal.refund_invoice',
  disputed: 'mail:withdrawal.refund_disputed',
  set_off: 'mail:withdrawal.refund_set_off',
} as const

export function withdrawalReceiptMail({ t, head }: MailTexts, withdrawal: Withdrawal): MailContent {
  const { number, name, time, units, sendBack, bank, follow } = withdrawal
  return {
    ...head('mail:withdrawal.subject', { number }),
    blocks: [
      text(t('mail:withdrawal.intro', { name, number, time })),
      { kind: 'units', units },
      ...(sendBack
        ? [
            text(t('mail:withdrawal.send_back')),
            text(t('mail:return.pack', { number: sendBack.number })),
            { kind: 'facts', facts: fact(t('mail:return.to'), ...sendBack.seller) } as const,
          ]
        : []),
      text(t(refundTexts[refundCase(bank)], { disputed: bank.disputed })),
      { kind: 'action', label: t('mail:order_link.open'), href: follow, isQuiet: true },
    ],
  }
}

/**
 * Sends the dated receipt of a withdrawal with its content (2 kap. 10 a § distansavtalslagen), and the return
 * instructions.
 */
export async function sendWithdrawalReceipt(shop: Shop, orderId: string, returnIds: readonly string[]): Promise<void> {
  const order = await orderById(shop.db, orderId)
  const rows = (await Promise.all(returnIds.map((id) => returnById(shop.db, id)))).filter((row) => row !== undefined)
  const [first] = rows
  if (!order || !first) return
  const { number, language } = order
  const lines = (await Promise.all(rows.map((row) => returnLineRows(shop.db, row.id)))).flat()
  const { name, address } = shop.settings.seller(language)
  const sendBack = rows.find((row) => row.status !== 'refunded')
  const slip = sendBack && (await returnSlip(shop, order, sendBack.number, language))
  const time = formatDate(first.requested_at, { language, home: shop.settings.all.home }, 'time')
  const content = withdrawalReceiptMail(await mailTexts(shop, language), {
    number,
    name: first.name,
    time,
    units: describeUnits(await orderLineRows(shop.db, order.id), lines),
    bank: await bankTexts(shop, order),
    sendBack: sendBack && { number: sendBack.number, seller: [name, ...address] },
    follow: await orderAddress(shop, order),
  })
  await sendMail(shop, {
    to: order.email,
    messageId: `withdrawal-${first.id}`,
    ...(slip ? { attachments: [{ filename: `${slip.number}.pdf`, content: slip.pdf }] } : {}),
    email: { language, ...content },
  })
}
