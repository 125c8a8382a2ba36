import type { Difference } from '../../../domain/orders/order-edits.ts'
import { exactSum } from '../../../i18n/money.ts'
import { translator, type TextKey } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { documentOf } from '../../ordering/documents/document-queries.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderDocument } from '../../ordering/order-pages/order-document.ts'
import type { ChangedRest } from '../../ordering/orders/order-events.ts'
import { orderPage } from '../../ordering/orders/order-page.ts'
import { isBilled } from '../../ordering/orders/order-state.ts'
import { orderById, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
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

/** What is charged already is billed or credited by a document of its own. */
const ownTexts: Partial<Record<Difference['kind'], TextKey>> = {
  more_billed: 'mail:order_edited.more_billed_rest',
  less_billed: 'mail:order_edited.less_billed_rest',
}

export type EditNews = {
  orderId: string
  editId: string
  difference: Difference['kind']
  amount: number
  /** What changed of an order that is partly shipped. */
  rest?: ChangedRest | undefined
}

/**
 * Tells the buyer how the order was changed: its confirmation anew, or of one that is partly shipped what changed and
 * the invoice of what was added; and a link to pay what it costs more.
 */
export async function sendOrderEdited(shop: Shop, news: EditNews): Promise<void> {
  const order = await orderById(shop.db, news.orderId)
  if (!order) return
  const { number, language, checkout_id: id } = order
  const page = await orderPage(shop.db, order)
  const t = translator(language)
  const pay: Block[] =
    page.toPay > 0 ? [action(t('mail:order_edited.pay'), shop.env.ORIGIN + href(language, 'checkout-id', { id }))] : []
  const bill = news.rest && (await billOf(shop, order, news.rest))
  const intro = news.rest ? 'mail:order_edited.intro_rest' : 'mail:order_edited.intro'
  await sendMail(shop, {
    to: order.email,
    messageId: `order-edited-${news.editId}`,
    email: {
      language,
      subject: t('mail:order_edited.subject', { number }),
      blocks: [
        text(t(intro, { number })),
        text(meaningOf(order, news)),
        ...pay,
        ...(news.rest ? await restBlocks(shop, order, news.rest) : [goodsBlock(page, order)]),
        ...(bill ? [text(t('mail:order_edited.bill'))] : []),
        ...(news.rest ? [] : orderNotes(page, order, shop.settings)),
        { kind: 'facts', facts: orderFacts(page, order) },
        {
          kind: 'action',
          label: t('mail:order_confirmed.follow'),
          href: await orderAddress(shop, order),
          isQuiet: pay.length > 0,
        },
      ],
    },
    attachments: bill && [{ filename: `${bill.number}.pdf`, content: bill.pdf }],
  })
}

/** Says what the change means for the buyer. */
function meaningOf({ currency, language, reverse_charge: reverse }: OrderRow, { rest, difference, amount }: EditNews) {
  const key = (rest && ownTexts[difference]) || texts[difference]
  return translator(language)(key, { amount: exactSum(amount, currency, language, reverse === 1) })
}

async function restBlocks(shop: Shop, order: OrderRow, { added, removed }: ChangedRest): Promise<Block[]> {
  const t = translator(order.language)
  const lines = await orderLineRows(shop.db, order.id)
  const block = (title: string, units: ChangedRest['added']): Block[] =>
    units.length > 0 ? [text(title), { kind: 'units', units: describeUnits(lines, units) }] : []
  return [...block(t('mail:order_edited.added'), added), ...block(t('mail:order_edited.removed'), removed)]
}

/** The invoice of what was added; a receipt comes with the parcel. */
async function billOf(shop: Shop, order: OrderRow, { addition }: ChangedRest) {
  if (addition === '' || !isBilled(order)) return undefined
  const document = await documentOf(shop.db, order.id, 'invoice', addition)
  return document && orderDocument(shop, order.id, 'invoice', order.language, document.number)
}
