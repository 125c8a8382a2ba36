import { isComplaint } from '../../domain/returns.ts'
import { sellers } from '../../domain/seller.ts'
import { translator } from '../../i18n/translator.ts'
import { pieceViews } from '../orders/order-details.ts'
import { orderById, orderLineRows } from '../orders/queries.ts'
import { returnById, returnLineRows } from '../returns/queries.ts'
import type { Shop } from '../shop.ts'
import { pieceRows } from './piece-rows.ts'
import { sendMail } from './send-mail.ts'

/** Tells how to send back what a return was registered for. */
export async function sendReturnRequested(shop: Shop, returnId: string): Promise<void> {
  const row = await returnById(shop.db, returnId)
  const order = row && await orderById(shop.db, row.order_id)
  if (!row || !order) return
  const t = translator(order.language)
  const { name, address } = sellers[order.language]
  const lines = await returnLineRows(shop.db, row.id)
  const pays = lines.every(({ reason }) => isComplaint(reason)) ? 'mail:return.shop_pays' : 'mail:return.shopper_pays'
  await sendMail(shop, {
    to: order.email, subject: t('mail:return.subject', { number: row.number }), messageId: `return-${row.id}`,
    text: [
      t('mail:return.intro', { number: row.number, order: order.number }), '', ...pieceRows(pieceViews(await orderLineRows(shop.db, order.id), lines)), '',
      t('mail:return.pack', { number: row.number }), '', name, ...address, '', t(pays), t('mail:return.refund'), '', t('mail:signature'),
    ].join('\n'),
  })
}
