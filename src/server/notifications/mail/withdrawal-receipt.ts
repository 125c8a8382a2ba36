import { formatDate } from '../../../i18n/formats.ts'
import { translator } from '../../../i18n/translator.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderById, orderLineRows } from '../../ordering/orders/queries.ts'
import { returnSlip } from '../../ordering/returns/return-slip.ts'
import { returnById, returnLineRows } from '../../ordering/orders/return-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { fact, text, type Block } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'

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
  const t = translator(language)
  const lines = (await Promise.all(rows.map((row) => returnLineRows(shop.db, row.id)))).flat()
  const { name, address } = shop.settings.seller(language)
  const sendBack = rows.find((row) => row.status !== 'refunded')
  const nextSteps: Block[] = sendBack
    ? [
        text(t('mail:withdrawal.send_back')),
        text(t('mail:return.pack', { number: sendBack.number })),
        { kind: 'facts', facts: fact(t('mail:return.to'), name, ...address) },
      ]
    : []
  const slip = sendBack && (await returnSlip(shop, order, sendBack.number, language))
  await sendMail(shop, {
    to: order.email,
    messageId: `withdrawal-${first.id}`,
    ...(slip ? { attachments: [{ filename: `${slip.number}.pdf`, content: slip.pdf }] } : {}),
    email: {
      language,
      subject: t('mail:withdrawal.subject', { number }),
      blocks: [
        text(
          t('mail:withdrawal.intro', {
            name: first.name,
            number,
            time: formatDate(first.requested_at, { language, home: shop.settings.all.home }, 'time'),
          }),
        ),
        { kind: 'units', units: describeUnits(await orderLineRows(shop.db, order.id), lines) },
        ...nextSteps,
        text(t('mail:withdrawal.refund')),
      ],
    },
  })
}
