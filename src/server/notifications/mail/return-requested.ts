import { translator } from '../../../i18n/translator.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderById, orderLineRows } from '../../ordering/orders/queries.ts'
import { isPaidByShop, returnTermsOf } from '../../ordering/returns/return-terms.ts'
import { returnSlip } from '../../ordering/returns/return-slip.ts'
import { returnById, returnLineRows } from '../../ordering/orders/return-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { fact, text } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'

/** Sends the instructions for a registered return. */
export async function sendReturnRequested(shop: Shop, returnId: string): Promise<void> {
  const row = await returnById(shop.db, returnId)
  const order = row && (await orderById(shop.db, row.order_id))
  if (!row || !order) return
  const { language } = order
  const { number } = row
  const t = translator(language)
  const { name, address } = shop.settings.seller(language)
  const lines = await returnLineRows(shop.db, row.id)
  const isPaid = isPaidByShop(await returnTermsOf(shop.db, order.id), lines)
  const slip = await returnSlip(shop, order, number, language)
  await sendMail(shop, {
    to: order.email,
    messageId: `return-${row.id}`,
    ...(slip ? { attachments: [{ filename: `${number}.pdf`, content: slip.pdf }] } : {}),
    email: {
      language,
      subject: t('mail:return.subject', { number }),
      blocks: [
        text(t('mail:return.intro', { number, order: order.number })),
        { kind: 'units', units: describeUnits(await orderLineRows(shop.db, order.id), lines) },
        text(t('mail:return.pack', { number })),
        ...(slip ? [text(t('orders:slip.print'))] : []),
        { kind: 'facts', facts: fact(t('mail:return.to'), name, ...address) },
        text(t(isPaid ? 'mail:return.shop_pays' : 'mail:return.shopper_pays')),
        text(t('mail:return.refund')),
      ],
    },
  })
}
