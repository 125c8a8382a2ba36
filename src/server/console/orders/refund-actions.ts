import type * as z from 'zod/mini'
import { refundForm, type OrderPage } from '../../../contracts/console/orders.ts'
import { orderByNumber } from '../../ordering/orders/queries.ts'
import { previewRefund } from '../../ordering/refunds/preview-refund.ts'
import { refundOrder, type RefundRequest } from '../../ordering/refunds/refund-order.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { onOrder } from './on-order.ts'
import { orderContent } from './order-content.ts'
import { lastEventOf } from './order-queries.ts'
import { chosenUnits, readUnits } from './read-units.ts'

type Typed = z.output<typeof refundForm>

/** Refunds units and delivery of an order; before that the screen says in words what becomes of the money. */
export const refundActions = {
  refund_sum: consoleAction({ permission: 'orders.refund', form: refundForm, run: showSum }),
  refund: consoleAction({
    permission: 'orders.refund',
    stepUp: true,
    form: refundForm,
    run: (context, typed) =>
      onOrder(context, 'orders.refund', typed.version, (shop, order, actor) =>
        refundOrder(shop, {
          ...requestOf(order.id, actor, typed),
          key: `console:${typed.key}`,
          expected: /^\d+$/.test(typed.expected) ? Number(typed.expected) : undefined,
        }),
      ),
  }),
}

async function showSum(context: ConsoleContext, typed: Typed): Promise<{ content: OrderPage; isQuestion: true }> {
  const { shop, session, request } = context
  const order = await orderByNumber(shop.db, request.params['number'] ?? '')
  const content = await orderContent(context)
  if (!order || !content) throw new ConsoleError('order_unknown')
  if ((await lastEventOf(shop.db, order.id)) !== typed.version) throw new ConsoleError('changed_meanwhile')
  const parts = await previewRefund(shop, requestOf(order.id, session.actor.name, typed))
  return { content: { ...content, payBack: { ...parts, typed: typedFields(typed) } }, isQuestion: true }
}

function requestOf(orderId: string, actor: string, { reason, delivery, 'units:': units }: Typed): RefundRequest {
  const withDelivery = delivery === 'yes'
  return { orderId, actor, reason, withDelivery, units: withDelivery ? readUnits(units) : chosenUnits(units) }
}

/** The fields of the form, to be shown again. */
function typedFields({ reason, delivery, 'units:': units }: Typed): Record<string, string> {
  const rows = [...units].map(([position, quantity]) => [`units:${position}`, quantity])
  return { action: 'refund', reason, delivery, ...Object.fromEntries(rows) }
}
