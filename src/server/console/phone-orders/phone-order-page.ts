import { consolePath } from '../../../console-routes.ts'
import {
  phoneOrderForm,
  type PhoneOrderPage,
  type PhoneProblem,
  type TypedPhoneOrder,
} from '../../../contracts/console/phone-order.ts'
import { customerById } from '../../identity/customer-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { PlaceOrderResult } from '../../ordering/checkout/order-request.ts'
import { orderById, orderByNumber, orderLineRows } from '../../ordering/orders/queries.ts'
import { placePhoneOrder } from '../../ordering/phone-orders/phone-order.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { typedAgain } from './order-again.ts'
import { emptyPhoneOrder, phoneContent, readPhoneOrder } from './phone-content.ts'

/** Places an order for somebody on the phone: shows what it costs, then places it as the checkout does. */
export const phoneOrderScreen = consoleScreen<PhoneOrderPage>({
  screen: 'order-new',
  permission: 'orders.place',
  load: async (context) => {
    const parameter = (name: string) => (context.request.url.searchParams.get(name) ?? '').slice(0, 40)
    const again = may(context.session, 'orders.view')
      ? await orderByNumber(context.shop.db, parameter('order'))
      : undefined
    if (again) {
      const typed = typedAgain(again, await orderLineRows(context.shop.db, again.id))
      return phoneContent(context, typed, await readPhoneOrder(context, typed))
    }
    const id = parameter('customer')
    return emptyPhoneOrder(context, id === '' ? undefined : await customerById(context.shop.db, id))
  },
  actions: {
    preview: consoleAction({
      permission: 'orders.place',
      form: phoneOrderForm,
      run: async (context, typed) =>
        questionWith(await phoneContent(context, typed, await readPhoneOrder(context, typed))),
    }),
    place: consoleAction({ permission: 'orders.place', form: phoneOrderForm, run: place }),
  },
})

const questionWith = (content: PhoneOrderPage) => ({ content, isQuestion: true })

async function place(context: ConsoleContext, typed: TypedPhoneOrder) {
  if (typed.key.length < 20) throw new ConsoleError('unknown')
  const read = await readPhoneOrder(context, typed)
  const content = await phoneContent(context, typed, read, typed.seen === '' ? [{ kind: 'unseen' }] : [])
  if (content.problems.length > 0) return questionWith(content)
  const { shop, session } = context
  const result = await placePhoneOrder(shop, read.order, { actor: session.actor, key: typed.key, seen: typed.seen })
  if (result.kind === 'already') return consolePath('order', { number: result.order.number })
  if (result.kind === 'placed') {
    const { number = '' } = (await orderById(shop.db, result.orderId)) ?? {}
    return consolePath('order', { number })
  }
  return questionWith(await phoneContent(context, typed, read, problemsOf(result)))
}

type NotPlaced = Exclude<PlaceOrderResult, { kind: 'placed' | 'already' }>

function problemsOf(result: NotPlaced): PhoneProblem[] {
  if (result.kind === 'over_credit') return [{ kind: 'field', field: 'payment_method', code: result.code }]
  return [{ kind: result.kind === 'empty' ? 'empty' : 'changed' }]
}
