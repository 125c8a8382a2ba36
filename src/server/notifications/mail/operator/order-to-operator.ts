import { formatDate } from '../../../../i18n/formats.ts'
import { orderPage } from '../../../ordering/orders/order-page.ts'
import { orderById } from '../../../ordering/orders/queries.ts'
import type { Shop } from '../../../ordering/shop.ts'
import { addressJson } from '../../../platform/db/json-columns.ts'
import { goodsBlock, orderFacts } from '../order-goods.ts'
import { operatorOf, operatorTexts, mailOperator } from './mail-to-operator.ts'
import { orderedMail } from './operator-mails.ts'

/** Notifies the operator of a confirmed order, unless that is switched off or the order was cancelled meanwhile. */
export async function mailOrderToOperator(shop: Shop, orderId: string): Promise<void> {
  const { active, address: own } = shop.settings.all.mail.newOrders
  const found = active ? await orderById(shop.db, orderId) : undefined
  if (!found || found.status === 'cancelled') return
  const operator = operatorOf(shop)
  const order = { ...found, language: operator.language }
  const page = await orderPage(shop.db, order)
  const texts = await operatorTexts(shop)
  const reader = { language: operator.language, home: shop.settings.all.home }
  const { name, organization } = addressJson.read(order.address)
  const { to } = own === '' ? operator : { to: own }
  const content = orderedMail(texts, {
    number: order.number,
    isHeld: page.isOnHold,
    goods: goodsBlock(page, order, texts),
    who: [organization, name, order.email, order.phone],
    when: formatDate(order.placed_at, reader, 'time'),
    facts: orderFacts(shop, page, order),
  })
  await mailOperator(shop, { messageId: `operator-order-${order.id}`, content }, to)
}
