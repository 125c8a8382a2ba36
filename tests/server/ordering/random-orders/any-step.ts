import fc from 'fast-check'
import { productType } from '../../../../src/domain/products/products.ts'
import {
  exchangeable,
  exchangeReturn,
  previewExchange,
} from '../../../../src/server/ordering/exchanges/exchange-return.ts'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { payInvoice } from '../../../../src/server/ordering/invoices/pay-invoice.ts'
import type { OrderLineRow } from '../../../../src/server/ordering/orders/fulfilment-queries.ts'
import { orderLineRows } from '../../../../src/server/ordering/orders/queries.ts'
import { refundsOf } from '../../../../src/server/ordering/orders/refund-queries.ts'
import { returnsOf } from '../../../../src/server/ordering/orders/return-queries.ts'
import { creditAmount } from '../../../../src/server/ordering/refunds/credit-amount.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import { newId } from '../../../../src/server/platform/ids.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { parcel } from '../edits/charges.ts'
import { clock, edit, payDifference, units } from '../edits/editor.ts'
import { outcomeOf } from '../orders/parcels.ts'

/** What is done to an order, and how often compared with the others. */
const weights = {
  ship: 2,
  'ship all': 1,
  deliver: 1,
  edit: 1,
  add: 1,
  swap: 1,
  pay: 2,
  'pay invoice': 1,
  'refund units': 2,
  'refund delivery': 1,
  'refund all': 1,
  credit: 2,
  cancel: 1,
  withdraw: 1,
  return: 2,
  'return all': 1,
  receive: 3,
  exchange: 2,
}
const kinds = Object.entries(weights).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind))

export type Step = {
  kind: string
  line: number
  count: number
  sku: string
  /** Done once, once more afterwards, or twice at the same time with the same key. */
  times: 'once' | 'again' | 'at once'
}

export const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  line: fc.nat(3),
  count: fc.integer({ min: 0, max: 3 }),
  sku: fc.constantFrom('FAN', 'MANUAL', 'RAM', 'ODD-PRICE', 'BAT'),
  times: fc.constantFrom('once', 'once', 'once', 'once', 'again', 'at once'),
})

/** Steps that pay back once for the same key or return, however often they are sent. */
const paysOnce = new Set(['refund units', 'refund delivery', 'refund all', 'credit', 'receive', 'exchange', 'cancel'])

/** Takes a step as its form is sent, once or twice. Returns how it ended; throws where money went back twice. */
export async function take(shop: Shop, id: string, step: Step, made: string[]): Promise<string[]> {
  clock.advance(1)
  const act = await actionOf(shop, id, step, made)
  const before = (await refundsOf(shop.db, id)).length
  const outcomes: string[] = step.times === 'at once' ? await Promise.all([outcomeOf(act()), outcomeOf(act())]) : []
  if (step.times !== 'at once') outcomes.push(await outcomeOf(act()))
  if (step.times === 'again') outcomes.push(await outcomeOf(act()))
  const refunds = (await refundsOf(shop.db, id)).length - before
  if (refunds > 1 && paysOnce.has(step.kind)) throw new Error(`${step.kind} ${step.times} made ${refunds} refunds`)
  return outcomes
}

type Action = () => Promise<object>

/** What a step does to an order now. */
export async function actionOf(shop: Shop, id: string, step: Step, made: string[]): Promise<Action> {
  const { kind, count, sku } = step
  const lines = await orderLineRows(shop.db, id)
  const line = lines[step.line % lines.length]
  if (!line) throw new Error('The order has no lines.')
  const { position } = line
  const quantity = Math.max(1, count)
  const kept = units([position, line.shipped + Math.max(0, count - 1)])
  const of = { orderId: id, actor: 'x', key: newId() }
  const refund = { ...of, reason: '' }
  const reason = count > 1 ? 'changed_mind' : 'faulty'
  const actions: Record<string, Action> = {
    ship: () => parcel(shop, id, [position, quantity]),
    'ship all': () => parcel(shop, id),
    deliver: () => deliverOrder(shop, of),
    edit: () => edit(shop, id, kept),
    add: () => edit(shop, id, { added: [{ sku, quantity }] }),
    swap: () => edit(shop, id, { ...units([position, line.shipped]), added: [{ sku, quantity: 1 }] }),
    pay: async () => ({ kind: await payDifference(shop, id).then(() => 'paid', nothingToPay) }),
    'pay invoice': async () => ({ kind: await payInvoice(shop, of).then(() => 'paid') }),
    'refund units': () => refundOrder(shop, { ...refund, units: [{ position, quantity }], withDelivery: false }),
    'refund delivery': () => refundOrder(shop, { ...refund, units: [], withDelivery: true }),
    'refund all': () => refundOrder(shop, { ...refund, withDelivery: true }),
    credit: () => creditAmount(shop, { ...of, amount: 3_333 * (count + 1), reason: 'late' }),
    cancel: () => cancelOrder(shop, refund),
    withdraw: () => withdraw(shop, { ...of, name: 'Anna', units: [{ position, quantity }] }),
    return: () => requestReturn(shop, { ...of, message: '', units: [{ position, quantity, reason }] }),
    'return all': () => requestReturn(shop, { ...of, message: '', units: allUnits(lines, reason) }),
  }
  const known = actions[kind]
  if (known) return known
  return kind === 'receive' ? receive(shop, id, count > 1) : exchange(shop, id, step, made)
}

/** The units of all lines that can come back and were not refunded. */
function allUnits(lines: readonly OrderLineRow[], reason: 'changed_mind' | 'faulty') {
  return lines
    .filter(({ type }) => type !== productType.giftCard)
    .map(({ position, shipped, refunded }) => ({ position, quantity: Math.max(0, shipped - refunded), reason }))
    .filter(({ quantity }) => quantity > 0)
}

const nothingToPay = (error: unknown): string => {
  if (error instanceof Error && error.message === 'nothing to pay') return 'nothing'
  throw error
}

const nothing: Action = async () => ({ kind: 'nothing' })

async function receive(shop: Shop, id: string, isRefunded: boolean): Promise<Action> {
  const open = (await returnsOf(shop.db, id)).find(({ status }) => ['requested', 'partly_received'].includes(status))
  if (!open) return nothing
  return () => receiveReturn(shop, { returnId: open.id, actor: 'x', isRestocked: true, isRefunded })
}

/** Other parts instead of the money for what has come; `made` gets the new order. */
async function exchange(shop: Shop, id: string, { count, sku }: Step, made: string[]): Promise<Action> {
  const came = (await returnsOf(shop.db, id)).find(({ status }) => status === 'received')
  if (!came) return nothing
  const back = [...(await exchangeable(shop.db, came))].map(([position, quantity]) => ({ position, quantity }))
  const wanted = {
    returnId: came.id,
    units: back.filter(({ quantity }) => quantity > 0),
    items: [{ sku, quantity: Math.max(1, count) }],
    isDeliveryFree: count > 1,
  }
  const actor = { staffId: null, name: 'operator', address: 'x' }
  const key = newId()
  return async () => {
    const { preview, owed, back, total, settlement } = await previewExchange(shop, wanted)
    const order = await exchangeReturn(shop, wanted, { actor, key, seen: preview.seen, owed })
    const isShown = settlement === 'invoice' || order.unpaid_difference === Math.max(0, total - back)
    if (!isShown) throw new Error(`The exchange asks for ${order.unpaid_difference}, not ${total} less ${back}.`)
    if (!made.includes(order.id)) made.push(order.id)
    return { kind: 'exchanged' }
  }
}
