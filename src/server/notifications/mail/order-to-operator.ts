import { addressJson } from '../../platform/db/json-columns.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { translator } from '../../../i18n/translator.ts'
import { orderPage } from '../../ordering/orders/order-page.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { fact, text } from './template/email-template.ts'
import { operatorOf, tell } from './mail-to-operator.ts'
import { goodsBlock, orderFacts } from './order-goods.ts'

/** Notifies the operator of a confirmed order, unless that is switched off or the order was cancelled meanwhile. */
export async function mailOrderToOperator(shop: Shop, orderId: string): Promise<void> {
  const { active, address: own } = shop.settings.all.mail.newOrders
  const found = active ? await orderById(shop.db, orderId) : undefined
  if (!found || found.status === 'cancelled') return
  const operator = operatorOf(shop)
  const order = { ...found, language: operator.language }
  const page = await orderPage(shop.db, order)
  const t = translator(operator.language)
  const reader = { language: operator.language, home: shop.settings.all.home }
  const { name, organization } = addressJson.read(order.address)
  const { to } = own === '' ? operator : { to: own }
  await tell(
    shop,
    {
      messageId: `operator-order-${order.id}`,
      subject: t('mail:operator.order', { number: order.number }),
      blocks: [
        ...(page.isOnHold ? [text(t('mail:operator.order_held'))] : []),
        goodsBlock(page, order),
        {
          kind: 'facts',
          facts: [
            ...fact(t('mail:operator.who'), organization, name, order.email, order.phone),
            ...fact(t('mail:operator.when'), formatDate(order.placed_at, reader, 'time')),
            ...orderFacts(page, order),
          ],
        },
        text(t('mail:operator.order_next')),
        text(`npm run shop -- order show ${order.number}`),
      ],
    },
    to,
  )
}
