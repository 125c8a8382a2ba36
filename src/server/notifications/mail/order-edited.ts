import type { UnitsView } from '../../../contracts/customer-pages/order-page.ts'
import type { Difference } from '../../../domain/orders/order-edits.ts'
import { exactSum } from '../../../i18n/money.ts'
import type { TextKey } from '../../../i18n/translator.ts'
import { paymentLink } from '../../ordering/cart/payment-link.ts'
import { documentOf } from '../../ordering/documents/document-queries.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderDocument } from '../../ordering/order-pages/order-document.ts'
import type { ChangedRest } from '../../ordering/orders/order-events.ts'
import { orderPage } from '../../ordering/orders/order-page.ts'
import { isBilled } from '../../ordering/orders/order-state.ts'
import { orderById, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { orderAddress } from './order-confirmed.ts'
import { goodsBlock, orderFacts, orderNotes } from './order-goods.ts'
import { sendMail } from './send-mail.ts'
import { action, text, type Block, type Fact, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

const texts: Readonly<Record<Difference['kind'], TextKey>> = {
  none: 'mail:order_edited.none',
  more: 'mail:order_edited.more',
  more_billed: 'mail:order_edited.more_billed',
  less: 'mail:order_edited.less',
  less_billed: 'mail:order_edited.less_billed',
  back: 'mail:order_edited.back',
  set_off: 'mail:order_edited.set_off',
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

export type Edited = {
  number: string
  difference: Difference['kind']
  amount: string
  /** The address that pays the rest, where there is one. */
  pay?: string | undefined
  /** The order anew, or what changed of one that is partly shipped. */
  changed:
    | { goods: Block; notes: readonly Block[] }
    | { added: readonly UnitsView[]; removed: readonly UnitsView[]; hasBill: boolean }
  facts: readonly Fact[]
  follow: string
}

export function orderEditedMail({ t, head }: MailTexts, edited: Edited): MailContent {
  const { number, difference, amount, pay, changed, facts, follow } = edited
  const isWhole = 'goods' in changed
  const meaning = (isWhole ? undefined : ownTexts[difference]) ?? texts[difference]
  return {
    ...head('mail:order_edited.subject', { number }),
    blocks: [
      text(t(isWhole ? 'mail:order_edited.intro' : 'mail:order_edited.intro_rest', { number })),
      text(t(meaning, { amount })),
      ...(pay === undefined ? [] : [action(t('mail:order_edited.pay'), pay)]),
      ...(isWhole
        ? [changed.goods, ...changed.notes]
        : [
            ...unitsBelow(t('mail:order_edited.added'), changed.added),
            ...unitsBelow(t('mail:order_edited.removed'), changed.removed),
            ...(changed.hasBill ? [text(t('mail:order_edited.bill'))] : []),
          ]),
      { kind: 'facts', facts },
      { kind: 'action', label: t('mail:order_confirmed.follow'), href: follow, isQuiet: pay !== undefined },
    ],
  }
}

function unitsBelow(title: string, units: readonly UnitsView[]): Block[] {
  return units.length > 0 ? [text(title), { kind: 'units', units }] : []
}

/**
 * Tells the buyer how the order was changed: its confirmation anew, or of one that is partly shipped what changed and
 * the invoice of what was added; and a link to pay what it costs more.
 */
export async function sendOrderEdited(shop: Shop, news: EditNews): Promise<void> {
  const order = await orderById(shop.db, news.orderId)
  if (!order) return
  const { number, language, currency } = order
  const page = await orderPage(shop.db, order)
  const own = await mailTexts(shop, language)
  const bill = news.rest && (await billOf(shop, order, news.rest))
  const content = orderEditedMail(own, {
    number,
    difference: news.difference,
    amount: exactSum(news.amount, currency, language, order.reverse_charge === 1),
    // A mail that is late may find what a later change costs more: that one has a mail of its own.
    pay: news.difference === 'more' && page.toPay > 0 ? await paymentLink(shop, order) : undefined,
    changed: news.rest
      ? { ...(await unitsOf(shop, order, news.rest)), hasBill: bill !== undefined }
      : { goods: goodsBlock(page, order, own), notes: orderNotes(page, order, shop.settings, own) },
    facts: orderFacts(shop, page, order),
    follow: await orderAddress(shop, order),
  })
  await sendMail(shop, {
    to: order.email,
    messageId: `order-edited-${news.editId}`,
    email: { language, ...content },
    attachments: bill && [{ filename: `${bill.number}.pdf`, content: bill.pdf }],
  })
}

async function unitsOf(shop: Shop, order: OrderRow, { added, removed }: ChangedRest) {
  const lines = await orderLineRows(shop.db, order.id)
  return { added: describeUnits(lines, added), removed: describeUnits(lines, removed) }
}

/** The invoice of what was added; a receipt comes with the parcel. */
async function billOf(shop: Shop, order: OrderRow, { addition }: ChangedRest) {
  if (addition === '' || !isBilled(order)) return undefined
  const document = await documentOf(shop.db, order.id, 'invoice', addition)
  return document && orderDocument(shop, order.id, 'invoice', order.language, document.number)
}
