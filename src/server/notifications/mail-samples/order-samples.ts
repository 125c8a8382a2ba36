import { disputeWonMail } from '../mail/dispute-won.ts'
import { invoiceReminderMail } from '../mail/invoice-reminder.ts'
import { orderCancelledMail } from '../mail/order-cancelled.ts'
import { orderConfirmedMail, type Confirmed } from '../mail/order-confirmed.ts'
import { orderEditedMail, type Edited } from '../mail/order-edited.ts'
import { orderLinkMail } from '../mail/order-link.ts'
import { orderPaymentMail } from '../mail/order-payment.ts'
import { orderReaddressedMail } from '../mail/order-readdressed.ts'
import { orderShippedMail, type Shipped } from '../mail/order-shipped.ts'
import { refundSetOffMail } from '../mail/refund-set-off.ts'
import { refundedMail, type Refunded } from '../mail/refunded.ts'
import { returnRefusedMail } from '../mail/return-refused.ts'
import { returnMail } from '../mail/return-requested.ts'
import type { MailContent } from '../mail/template/email-template.ts'
import type { MailTexts } from '../mail/texts/mail-texts.ts'
import { withdrawalLinkMail } from '../mail/withdrawal-link.ts'
import { withdrawalReceiptMail } from '../mail/withdrawal-receipt.ts'
import type { SampleData } from './sample-data.ts'

/** Makes a sample of a mail. */
export type SampleMail = (texts: MailTexts, data: SampleData) => MailContent

const confirmed =
  (own: (data: SampleData) => Partial<Confirmed>): SampleMail =>
  (texts, data) =>
    orderConfirmedMail(texts, {
      number: data.number,
      isHeld: false,
      goods: data.goods,
      notes: [],
      facts: data.facts,
      follow: data.link,
      terms: data.link,
      mayWithdraw: true,
      ...own(data),
    })

const exchanged = (data: SampleData) => ({
  return: data.other,
  credit: data.amount,
  rest: data.rest,
  pay: data.link,
})

const edited =
  (difference: Edited['difference']): SampleMail =>
  (texts, data) =>
    orderEditedMail(texts, {
      number: data.number,
      difference,
      amount: data.amount,
      pay: difference === 'more' ? data.link : undefined,
      changed: { goods: data.goods, notes: [] },
      facts: data.facts,
      follow: data.link,
    })

const partlyEdited =
  (difference: 'more_billed' | 'less_billed'): SampleMail =>
  (texts, data) =>
    orderEditedMail(texts, {
      number: data.number,
      difference,
      amount: data.amount,
      changed: { added: data.fewer, removed: data.units.slice(1), hasBill: difference === 'more_billed' },
      facts: data.facts,
      follow: data.link,
    })

const shipped =
  (isPart: boolean, bill: NonNullable<Shipped['bill']>): SampleMail =>
  (texts, data) =>
    orderShippedMail(texts, {
      number: data.number,
      isPart,
      units: isPart ? data.fewer : data.units,
      carrier: 'PostNord',
      tracking: '370000000000',
      trackingPage: data.link,
      bill,
      follow: data.link,
      mayWithdraw: bill === 'receipt',
    })

const cardsOf = ({ rest: amount, day }: SampleData) => [
  { ending: 'K7QX', amount, date: day },
  { ending: 'M2PA', amount, date: '' },
]

const cancelled =
  (own: { amount?: ''; isCharged?: false; disputed?: 'rest'; cards?: 'rest' }): SampleMail =>
  (texts, data) =>
    orderCancelledMail(texts, {
      number: data.number,
      amount: own.amount ?? data.amount,
      cards: own.cards ? data.rest : '',
      cardsBack: own.cards ? cardsOf(data) : [],
      disputed: own.disputed ? data.rest : '',
      isCharged: own.isCharged ?? true,
      units: data.units,
      follow: data.link,
    })

const refunded =
  (how: Refunded['how'], own: (data: SampleData) => Partial<Refunded> = () => ({})): SampleMail =>
  (texts, data) =>
    refundedMail(texts, {
      number: data.number,
      amount: data.amount,
      how,
      units: data.fewer,
      deduction: '',
      takenBack: '',
      hasNote: how !== 'smaller',
      follow: data.link,
      ...own(data),
    })

const reminded =
  (step: number): SampleMail =>
  (texts, { number, other: order, day, amount, link }) =>
    invoiceReminderMail(texts, { step, number, order, day, amount, link, hasBill: true })

type Bank = 'usual' | 'disputed' | 'back' | 'invoice'
const bankIn = (bank: Bank, { rest }: SampleData) => ({
  disputed: bank === 'disputed' ? rest : '',
  hasLostDispute: bank === 'back',
  isBilled: bank === 'invoice',
})

const returned =
  (isPaid: boolean, bank: Bank = 'usual'): SampleMail =>
  (texts, data) => {
    const { number, other: order, units, seller, link: follow } = data
    return returnMail(texts, { number, order, units, seller, isPaid, hasSlip: true, bank: bankIn(bank, data), follow })
  }

const withdrawn =
  (bank: Bank): SampleMail =>
  (texts, data) => {
    const { number, name, time, units, other, seller, link: follow } = data
    const sendBack = { number: other, seller }
    return withdrawalReceiptMail(texts, { number, name, time, units, sendBack, bank: bankIn(bank, data), follow })
  }

/** Samples of the mails about orders, each case that has sentences of its own. */
export const orderSamples = {
  order_confirmed: [
    confirmed(() => ({})),
    confirmed(({ notes }) => ({ notes })),
    confirmed(({ notes }) => ({ isHeld: true, notes })),
    confirmed(() => ({ isMailed: true })),
  ],
  order_exchanged: [confirmed((data) => ({ exchange: exchanged(data) }))],
  order_edited: [
    edited('none'),
    edited('more'),
    edited('more_billed'),
    edited('less'),
    edited('less_billed'),
    edited('back'),
    edited('set_off'),
    partlyEdited('more_billed'),
    partlyEdited('less_billed'),
  ],
  order_payment: [
    (texts, { number, amount, link: pay, goods, facts }) =>
      orderPaymentMail(texts, { number, amount, pay, goods, facts: { kind: 'facts', facts } }),
  ],
  order_shipped: [shipped(false, 'receipt'), shipped(true, 'invoice')],
  order_cancelled: [
    cancelled({}),
    cancelled({ disputed: 'rest' }),
    cancelled({ cards: 'rest' }),
    cancelled({ amount: '', isCharged: false }),
  ],
  refunded: [
    refunded('paid_back', ({ rest, other }) => ({ deduction: rest, awaited: other, besides: 'allowance' })),
    refunded('credited', ({ rest }) => ({ takenBack: rest, cards: rest, besides: 'delivery' })),
    refunded('smaller'),
    refunded('set_off'),
    refunded('paid_back', ({ rest }) => ({ setOff: rest })),
    refunded('on_cards'),
    refunded('paid_back', (data) => ({ cards: data.rest, cardsBack: cardsOf(data) })),
    refunded('disputed', ({ rest }) => ({ disputed: rest })),
    refunded('nothing', ({ rest }) => ({ deduction: rest })),
    refunded('paid_back', ({ other, amount: credit, rest: back }) => ({ exchange: { other, credit, back } })),
    refunded('paid_back', ({ other, rest: credit }) => ({ exchange: { other, credit, back: '' } })),
  ],
  refund_set_off: [
    (texts, { number, amount, other, link: follow }) =>
      refundSetOffMail(texts, { number, amount, stillOwed: '', notes: [other], follow }),
    (texts, { number, amount, rest, other, link: follow }) =>
      refundSetOffMail(texts, { number, amount, stillOwed: rest, notes: [other, number], follow }),
  ],
  dispute_won: [
    (texts, { number, amount, other, link: follow }) =>
      disputeWonMail(texts, { number, amount, toPayments: amount, toCards: '', notes: [other], follow }),
    (texts, data) =>
      disputeWonMail(texts, {
        number: data.number,
        amount: data.amount,
        toPayments: data.rest,
        toCards: data.rest,
        cardsBack: cardsOf(data),
        notes: [data.other, data.number],
        follow: data.link,
      }),
  ],
  invoice_reminder: [reminded(1), reminded(2)],
  return: [
    returned(true),
    returned(false),
    returned(false, 'disputed'),
    returned(true, 'back'),
    returned(false, 'invoice'),
  ],
  return_refused: [
    (texts, { number, other: order, message: reason, link: follow }) =>
      returnRefusedMail(texts, { number, order, reason, follow }),
  ],
  withdrawal: [withdrawn('usual'), withdrawn('disputed'), withdrawn('back'), withdrawn('invoice')],
  withdrawal_link: [(texts, { number, time, link }) => withdrawalLinkMail(texts, { number, time, link })],
  order_readdressed: [(texts, { number }) => orderReaddressedMail(texts, { number })],
  order_link: [
    (texts, { number, link }) => orderLinkMail(texts, { number, link }),
    (texts, { number, link }) => orderLinkMail(texts, { number, link, pay: link }),
  ],
} as const satisfies Record<string, readonly SampleMail[]>
