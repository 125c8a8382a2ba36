import type { Difference } from '../../../domain/orders/order-edits.ts'
import { exactSum } from '../../../i18n/money.ts'
import { translator, type TextKey } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { orderPage } from '../../ordering/orders/order-page.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text, type Block } from './template/email-template.ts'
import { orderAddress } from './order-confirmed.ts'
import { goodsBlock, orderFacts, orderNotes } from './order-goods.ts'
import { sendMail } from './send-mail.ts'

const texts: Readonly<Record<Difference['kind'], TextKey>> = {
  none: 'mail:order_edited.none',
  more: 'mail:order_edited.more',
  more_billed: 'mail:order_edited.more_billed',
  less: 'mail:order_edited.less',
  less_billed: 'mail:order_edited.less_billed',
  back: 'mail:order_edited.back',
}

export type EditNews = { orderId: string; editId: string; difference: Difference['kind']; amount: number }

/** Tells the buyer how the order was changed: its confirmation anew, and a link to pay what it costs more. */
export async function sendOrderEdited(shop: Shop, { orderId, editId, difference, amount }: EditNews): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) return
  const { number, language, currency, checkout_id: id } = order
  const page = await orderPage(shop.db, order)
  const t = translator(language)
  const sum = exactSum(amount, currency, language, order.reverse_charge === 1)
  const pay: Block[] =
    page.toPay > 0 ? [action(t('mail:order_edited.pay'), shop.env.ORIGIN + href(language, 'checkout-id', { id }))] : []
  await sendMail(shop, {
    to: order.email,
    messageId: `order-edited-${editId}`,
    email: {
      language,
      subject: t('mail:order_edited.subject', { number }),
      blocks: [
        text(t('mail:order_edited.intro', { number })),
        text(t(texts[difference], { amount: sum })),
        ...pay,
        goodsBlock(page, order),
        ...orderNotes(page, order, shop.settings),
        { kind: 'facts', facts: orderFacts(page, order) },
        {
          kind: 'action',
          label: t('mail:order_confirmed.follow'),
          href: await orderAddress(shop, order),
          isQuiet: pay.length > 0,
        },
      ],
    },
  })
}
