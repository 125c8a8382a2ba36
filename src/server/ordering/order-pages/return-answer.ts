import type { RefundCalculation } from '../../../contracts/customer-pages/order-page.ts'
import {
  returnForm,
  type ReturnFault,
  type ReturnForm,
  type ReturnLine,
  type ReturnPage,
} from '../../../contracts/customer-pages/return-page.ts'
import { clampQuantity } from '../../../domain/cart/cart-lines.ts'
import { paidForUnits } from '../../../domain/orders/paid-units.ts'
import { isComplaint, isReturnReason, returnReasons } from '../../../domain/orders/returns.ts'
import type { Session } from '../../identity/sessions/session.ts'
import { missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { deliveredAt } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { visibleOrder } from '../orders/visible-order.ts'
import { takenByBank } from '../refunds/taken-by-bank.ts'
import { expectedRefund } from '../returns/expected-refund.ts'
import { requestReturn, type ReturnUnits } from '../returns/request-return.ts'
import { isPaidByShop, returnTermsOf } from '../returns/return-terms.ts'
import { returnableOf, returnPeriod } from '../returns/returnable.ts'
import type { Shop } from '../shop.ts'
import { describeUnits } from './order-details.ts'

/** Answers GET and POST of the return page of an order; missing if the session may not see the order. */
export async function returnAnswer(
  shop: Shop,
  session: Session | null,
  number: string | undefined,
  request: Request,
): Promise<PageResult<ReturnPage>> {
  const order = await visibleOrder(shop, session, number)
  if (!order) return missing()
  const came = await deliveredAt(shop.db, order.id)
  const reasons = returnReasons.filter(await returnPeriod(shop.db, order.id, shop.now()))
  const lines = await returnLines(shop, order)
  const isAtOwnCost = (await returnTermsOf(shop.db, order.id)).freight !== 'shop'
  const { currency } = order
  const choice = { number: order.number, lines, reasons, isAtOwnCost, currency, isExVat: order.reverse_charge === 1 }
  if (request.method === 'POST')
    return privatePage(await posted(shop, order, choice, await readForm(request, returnForm)))
  if (came === null) return privatePage({ kind: 'nothing', number: order.number, because: 'not_delivered' })
  if (lines.length === 0 || reasons.length === 0)
    return privatePage({ kind: 'nothing', number: order.number, because: 'over' })
  return privatePage({ kind: 'choose', ...choice, message: '', fault: null })
}

type Choice = Omit<Extract<ReturnPage, { kind: 'choose' }>, 'kind' | 'message' | 'fault'>

async function posted(shop: Shop, order: OrderRow, choice: Choice, form: ReturnForm): Promise<ReturnPage> {
  const chosen = choice.lines.map((line) => chosenOf(line, form))
  const { action, message } = form
  const again = (fault: ReturnFault | null): ReturnPage => ({
    kind: 'choose',
    ...choice,
    lines: chosen,
    message,
    fault,
  })
  const units = chosen.flatMap(({ position, quantity, reason }) =>
    quantity > 0 && reason !== '' ? [{ position, quantity, reason }] : [],
  )
  if (action === 'change') return again(null)
  if (units.length === 0 || chosen.some(({ quantity, reason }) => quantity > 0 && reason === ''))
    return again('nothing_chosen')
  const pays = await expectedRefund(
    shop.db,
    order,
    units.map((each) => ({ ...each, byChoice: isComplaint(each.reason) ? 0 : each.quantity })),
    'return',
  )
  const isSeen = action === 'confirm' && form.pays === String(pays.total - pays.setOff)
  const isLess = pays.deduction !== 0 || pays.setOff !== 0 || pays.disputed !== 0
  if (isLess && !isSeen)
    return { kind: 'confirm', number: order.number, lines: chosen, message, pays, currency: order.currency }
  try {
    return await register(shop, order, { units, message, pays })
  } catch (error) {
    if (error instanceof OrderError) return again('not_possible')
    throw error
  }
}

async function register(
  shop: Shop,
  order: OrderRow,
  { units, message, pays }: { units: readonly ReturnUnits[]; message: string; pays: RefundCalculation },
): Promise<ReturnPage> {
  const row = await requestReturn(shop, { orderId: order.id, actor: 'shopper', units, message })
  return {
    kind: 'registered',
    number: order.number,
    returnNumber: row.number,
    units: describeUnits(await orderLineRows(shop.db, order.id), units),
    pays,
    currency: order.currency,
    isDelayed: (await takenByBank(shop.db, order.id)).disputed > 0,
    isPaidByShop: isPaidByShop(await returnTermsOf(shop.db, order.id), units),
  }
}

function chosenOf(line: ReturnLine, form: ReturnForm): ReturnLine {
  const key = String(line.position)
  const reason = form['reason:'].get(key) ?? ''
  const quantity = Math.min(line.most, clampQuantity(form['quantity:'].get(key) ?? 0))
  return { ...line, quantity, reason: isReturnReason(reason) ? reason : '' }
}

/** Reads what can be returned; when that is a single unit, it is chosen. */
async function returnLines({ db }: Shop, order: OrderRow): Promise<ReturnLine[]> {
  const returnable = await returnableOf(db, order.id)
  const lines = (await orderLineRows(db, order.id))
    .map((line): ReturnLine => ({
      position: line.position,
      sku: line.sku,
      name: line.name,
      most: returnable(line),
      paid: paidForUnits(line, line.refunded, returnable(line)).amount,
      quantity: 0,
      reason: '',
    }))
    .filter(({ most }) => most > 0)
  const isSingle = lines.length === 1 && lines[0]?.most === 1
  return isSingle ? lines.map((line) => ({ ...line, quantity: 1 })) : lines
}
