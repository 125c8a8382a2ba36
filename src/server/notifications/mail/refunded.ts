import type { UnitsView } from '../../../contracts/customer-pages/order-page.ts'
import type { GiftCardPart } from '../../../domain/cart/gift-cards.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { exactSum } from '../../../i18n/money.ts'
import type { TextKey, Translate } from '../../../i18n/translator.ts'
import { exchangeOfRefund } from '../../ordering/exchanges/exchange-queries.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderDocument } from '../../ordering/order-pages/order-document.ts'
import { isBilled } from '../../ordering/orders/order-state.ts'
import { orderById, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import { refundById, refundLinesOf, type RefundRow } from '../../ordering/orders/refund-queries.ts'
import { returnsOf } from '../../ordering/orders/return-queries.ts'
import { isAwaited } from '../../ordering/returns/returnable.ts'
import type { Shop } from '../../ordering/shop.ts'
import { cardPartsJson } from '../../platform/db/json-columns.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail, sentAgain } from './send-mail.ts'
import { text, type MailContent } from './template/email-template.ts'
import { bankTexts } from './texts/bank-texts.ts'
import { cardsBack, type CardBack } from './texts/card-back-texts.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

/** Sums as texts, '' for none. */
export type Refunded = {
  number: string
  amount: string
  /**
   * What happens with the money: it comes back, to gift cards alone, has to wait for the end of a dispute, is taken
   * off an invoice, was never charged, is set off against what the buyer owed or got back before, or there is none.
   */
  how: 'paid_back' | 'on_cards' | 'disputed' | 'credited' | 'smaller' | 'set_off' | 'nothing'
  /** What is set off besides the amount that comes back. */
  setOff?: string | undefined
  /** What of the amount is back on gift cards, or besides it, where the amount is taken off an invoice. */
  cards?: string | undefined
  /** Each of these gift cards. */
  cardsBack?: readonly CardBack[]
  /** What a bank has taken back in the dispute. */
  disputed?: string | undefined
  /** Another order that it pays for, with how much of it, and what is paid back besides. */
  exchange?: { other: string; credit: string; back: string } | undefined
  units: readonly UnitsView[]
  besides?: 'delivery' | 'allowance' | undefined
  deduction: string
  takenBack: string
  /** The number of a return of which more is awaited. */
  awaited?: string | undefined
  hasNote: boolean
  follow: string
}

const howTexts = {
  paid_back: 'mail:refunded.paid_back',
  on_cards: 'mail:refunded.on_cards',
  disputed: 'mail:refunded.disputed',
  credited: 'mail:refunded.credited',
  smaller: 'mail:refunded.smaller',
  set_off: 'mail:refunded.set_off',
  nothing: 'mail:refunded.nothing',
} as const

export function refundedMail({ t, head }: MailTexts, refunded: Refunded): MailContent {
  const { number, amount, how, exchange, awaited, hasNote, follow } = refunded
  return {
    ...head(subjectOf(refunded), { number }),
    blocks: [
      text(
        exchange
          ? t(exchange.credit === amount ? 'mail:refunded.exchanged_whole' : 'mail:refunded.exchanged', {
              amount,
              number,
              credit: exchange.credit,
              other: exchange.other,
            })
          : t(howTexts[how], { amount, number, disputed: refunded.disputed ?? '' }),
      ),
      { kind: 'units', units: refunded.units, ...besidesUnits(refunded, t) },
      ...moneyNotes(refunded, t).map((each) => text(each)),
      ...(awaited === undefined ? [] : [text(t('mail:refunded.rest', { number: awaited }))]),
      ...(hasNote ? [text(t('mail:refunded.note'))] : []),
      { kind: 'action', label: t('mail:order_link.open'), href: follow, isQuiet: true },
    ],
  }
}

const cardsTexts = { credited: 'mail:refunded.besides_on_cards', others: 'mail:refunded.partly_on_cards' } as const

/** What a mail says of the money besides its sum. */
function moneyNotes(refunded: Refunded, t: Translate): string[] {
  const { exchange, how, setOff = '', cards = '', cardsBack: each = [], deduction, takenBack } = refunded
  return [
    ...(exchange?.back ? [t('mail:refunded.exchanged_rest', { amount: exchange.back })] : []),
    ...(cards === '' ? [] : [t(cardsTexts[how === 'credited' ? how : 'others'], { amount: cards })]),
    ...each.map((card) => t(card.date === '' ? 'mail:refunded.blocked_card_back' : 'mail:refunded.card_back', card)),
    ...(setOff === '' ? [] : [t('mail:refunded.set_off_rest', { amount: setOff })]),
    ...(deduction === '' ? [] : [t('mail:refunded.deduction', { deduction })]),
    ...(takenBack === '' ? [] : [t('mail:refunded.taken_back', { amount: takenBack })]),
  ]
}

function subjectOf({ exchange, how }: Refunded): TextKey {
  if (exchange) return 'mail:refunded.subject_exchanged'
  return ['paid_back', 'on_cards', 'disputed', 'credited'].includes(how)
    ? 'mail:refunded.subject'
    : 'mail:refunded.subject_smaller'
}

/** What is refunded besides units: the delivery, or a reduction of the price. */
function besidesUnits({ besides }: Refunded, t: Translate): { besides?: string } {
  if (besides === undefined) return {}
  return { besides: t(besides === 'delivery' ? 'mail:order_confirmed.delivery' : 'mail:refunded.allowance') }
}

/** Notifies the buyer of a refund with its credit note, or that the order was reduced before it was charged. */
export async function sendRefunded(shop: Shop, refundId: string, again?: string): Promise<void> {
  const refund = await refundById(shop.db, refundId)
  const order = refund && (await orderById(shop.db, refund.order_id))
  if (!refund || !order) return
  const { number, language, currency, reverse_charge: reverseCharge } = order
  const sum = (minor: number) => (minor > 0 ? exactSum(minor, currency, language, reverseCharge === 1) : '')
  const awaited = (await returnsOf(shop.db, order.id)).find(
    (row) => row.number === refund.reason && isAwaited(row.status),
  )
  const note = refund.number ? await orderDocument(shop, order.id, 'credit_note', language, refund.number) : undefined
  const exchange = await exchangeOfRefund(shop.db, refund.id)
  const content = refundedMail(await mailTexts(shop, language), {
    number,
    ...waiting(moneyOf(order, { refund, credit: exchange?.credit ?? 0, sum }), (await bankTexts(shop, order)).disputed),
    exchange: exchange && exchangedFor(refund, exchange, sum),
    cardsBack: await cardsBack(shop, order, cardParts(refund, exchange)),
    units: describeUnits(await orderLineRows(shop.db, order.id), await refundLinesOf(shop.db, refund.id)),
    besides: refund.delivery > 0 ? 'delivery' : refund.allowance > 0 ? 'allowance' : undefined,
    deduction: sum(refund.deduction),
    takenBack: sum(-refund.allowance),
    awaited: awaited?.number,
    hasNote: note !== undefined,
    follow: await orderAddress(shop, order),
  })
  await sendMail(shop, {
    to: order.email,
    messageId: sentAgain(`refunded-${refund.id}`, again),
    email: { language, ...content },
    attachments: note && [{ filename: `${note.number}.pdf`, content: note.pdf }],
  })
}

/** The gift cards that got money back; those of an exchange pay the other order. */
function cardParts(refund: RefundRow, exchange: { credit: Minor } | undefined): readonly GiftCardPart[] {
  return exchange !== undefined && exchange.credit > 0 ? [] : cardPartsJson.read(refund.card_parts)
}

type Money = Pick<Refunded, 'amount' | 'how' | 'setOff' | 'cards' | 'disputed'>

/** The same money while a bank has disputed its payment. */
function waiting(money: Money, disputed: string): Money {
  return money.how === 'paid_back' && disputed !== '' ? { ...money, how: 'disputed', disputed } : money
}

type Summed = { refund: RefundRow; credit: Minor; sum: (minor: Minor) => string }

/** What becomes of the money of a refund, of which `credit` pays another order, as texts. */
function moneyOf(order: OrderRow, { refund, credit, sum }: Summed): Money {
  const how = howOf(order, refund)
  const amount = exactSum(refund.amount, order.currency, order.language, order.reverse_charge === 1)
  const onCards = refund.card_back ?? 0
  if (how === 'credited' && onCards > 0) return creditedBesides({ refund, onCards, sum })
  if (how !== 'paid_back') return { amount, how, cards: sum(onCards) }
  const setOff = sum(refund.set_off ?? 0)
  if (credit > 0) return { amount, how, setOff }
  const back = paidBackOf(refund, credit)
  if (back === 0) return { amount, how: 'set_off' }
  if (onCards === back) return { amount: sum(back), how: 'on_cards', setOff }
  return { amount: sum(back), how, setOff, cards: sum(onCards) }
}

/** The invoice was for what gift cards had not paid, so what goes back to them is not taken off it. */
function creditedBesides({ refund, onCards, sum }: Omit<Summed, 'credit'> & { onCards: Minor }): Money {
  const credited = refund.amount - onCards
  if (credited <= 0) return { amount: sum(onCards), how: 'on_cards' }
  return { amount: sum(credited), how: 'credited', cards: sum(onCards) }
}

function exchangedFor(
  refund: RefundRow,
  { number, credit }: NonNullable<Awaited<ReturnType<typeof exchangeOfRefund>>>,
  sum: Summed['sum'],
): Refunded['exchange'] {
  return credit > 0 ? { other: number, credit: sum(credit), back: sum(paidBackOf(refund, credit)) } : undefined
}

function howOf(order: OrderRow, { number, amount }: RefundRow): Refunded['how'] {
  if (!number) return 'smaller'
  if (amount === 0) return 'nothing'
  return isBilled(order) ? 'credited' : 'paid_back'
}

/** What a refund pays back, to payments and gift cards; the rest pays another order or is set off. */
function paidBackOf({ amount, set_off: setOff }: RefundRow, credit: Minor): Minor {
  return amount - (setOff ?? 0) - credit
}
