import type { UnitsView } from '../../../contracts/customer-pages/order-page.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderById, orderLineRows } from '../../ordering/orders/queries.ts'
import { returnById, returnLineRows } from '../../ordering/orders/return-queries.ts'
import { returnSlip } from '../../ordering/returns/return-slip.ts'
import { isPaidByShop, returnTermsOf } from '../../ordering/returns/return-terms.ts'
import type { Shop } from '../../ordering/shop.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'
import { fact, text, type MailContent } from './template/email-template.ts'
import { bankTexts, refundCase, type BankTexts } from './texts/bank-texts.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

type Requested = {
  number: string
  order: string
  units: readonly UnitsView[]
  seller: readonly string[]
  isPaid: boolean
  hasSlip: boolean
  /** What banks have taken back of the payment (bankTexts). */
  bank: BankTexts
  follow: string
}

const refundTexts = {
  usual: 'mail:return.refund',
  invoice: 'mail:return.refund_invoice',
  disputed: 'mail:return.refund_disputed',
  set_off: 'mail:return.refund_set_off',
} as const

/** `seller` is the address that the parcel is sent to; `isPaid` says that the shop pays for it. */
export function returnMail({ t, head }: MailTexts, requested: Requested): MailContent {
  const { number, order, units, seller, isPaid, hasSlip, bank, follow } = requested
  return {
    ...head('mail:return.subject', { number }),
    blocks: [
      text(t('mail:return.intro', { number, order })),
      { kind: 'units', units },
      text(t('mail:return.pack', { number })),
      ...(hasSlip ? [text(t('orders:slip.print'))] : []),
      { kind: 'facts', facts: fact(t('mail:return.to'), ...seller) },
      text(t(isPaid ? 'mail:return.shop_pays' : 'mail:return.shopper_pays')),
      text(t(refundTexts[refundCase(bank)], { disputed: bank.disputed })),
      { kind: 'action', label: t('mail:order_link.open'), href: follow, isQuiet: true },
    ],
  }
}

/** Sends the instructions for a registered return. */
export async function sendReturnRequested(shop: Shop, returnId: string): Promise<void> {
  const row = await returnById(shop.db, returnId)
  const order = row && (await orderById(shop.db, row.order_id))
  if (!row || !order) return
  const { language } = order
  const { number } = row
  const { name, address } = shop.settings.seller(language)
  const lines = await returnLineRows(shop.db, row.id)
  const isPaid = isPaidByShop(await returnTermsOf(shop.db, order.id), lines)
  const slip = await returnSlip(shop, order, number, language)
  const content = returnMail(await mailTexts(shop, language), {
    number,
    order: order.number,
    units: describeUnits(await orderLineRows(shop.db, order.id), lines),
    seller: [name, ...address],
    isPaid,
    hasSlip: slip !== undefined,
    bank: await bankTexts(shop, order),
    follow: await orderAddress(shop, order),
  })
  await sendMail(shop, {
    to: order.email,
    messageId: `return-${row.id}`,
    ...(slip ? { attachments: [{ filename: `${number}.pdf`, content: slip.pdf }] } : {}),
    email: { language, ...content },
  })
}
