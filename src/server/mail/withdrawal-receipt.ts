import { sellers } from '../../domain/seller.ts'
import { formatDate } from '../../i18n/formats.ts'
import { translator } from '../../i18n/translator.ts'
import { pieceViews } from '../orders/order-details.ts'
import { orderById, orderLineRows } from '../orders/queries.ts'
import { returnById, returnLineRows } from '../returns/queries.ts'
import type { Shop } from '../shop.ts'
import { pieceRows } from './piece-rows.ts'
import { sendMail } from './send-mail.ts'

/** The dated receipt of a withdrawal, with what it said (2 kap. 10 a § distansavtalslagen), and how to send things back. */
export async function sendWithdrawalReceipt(shop: Shop, orderId: string, returnIds: readonly string[]): Promise<void> {
  const order = await orderById(shop.db, orderId)
  const rows = (await Promise.all(returnIds.map((id) => returnById(shop.db, id)))).filter((row) => row !== undefined)
  const [first] = rows
  if (!order || !first) return
  const t = translator(order.language)
  const lines = (await Promise.all(rows.map((row) => returnLineRows(shop.db, row.id)))).flat()
  const { name, address } = sellers[order.language]
  const sendBack = rows.find((row) => row.status !== 'refunded')
  await sendMail(shop, {
    to: order.email, subject: t('mail:withdrawal.subject', { number: order.number }), messageId: `withdrawal-${first.id}`,
    text: [
      t('mail:withdrawal.intro', { name: first.name, number: order.number, time: formatDate(first.requested_at, order.language, 'time') }), '',
      ...pieceRows(pieceViews(await orderLineRows(shop.db, order.id), lines)), '',
      ...(sendBack ? [t('mail:withdrawal.send_back'), t('mail:return.pack', { number: sendBack.number }), '', name, ...address, ''] : []),
      t('mail:withdrawal.refund'), '', t('mail:signature'),
    ].join('\n'),
  })
}
