import { consolePath } from '../../../console-routes.ts'
import { orderEditForm, type OrderEditPage, type TypedEdit } from '../../../contracts/console/order-edit.ts'
import { editOrder, previewEdit } from '../../ordering/edits/edit-order.ts'
import { orderByNumber, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import type { Desk } from '../frame/desk.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { editableLines, editContent, shownEdit, typedFields } from './edit-content.ts'
import { onKnownOrder } from './on-order.ts'
import { lastEventOf } from './order-queries.ts'
import { readEdit } from './read-edit.ts'

/** Changes an order as far as it is not shipped: shows what it would cost, then does it. */
export const orderEditScreen = consoleScreen<OrderEditPage>({
  screen: 'order-edit',
  permission: 'orders.change',
  load: async (desk) => {
    const order = await orderOf(desk)
    return order && editContent(desk, order)
  },
  actions: {
    preview: consoleAction({
      permission: 'orders.change',
      form: orderEditForm,
      run: async (desk, typed) => {
        const order = await orderOf(desk)
        if (!order) throw new ConsoleError('order_unknown')
        if ((await lastEventOf(desk.shop.db, order.id)) !== typed.version)
          throw await recordChanged(desk.shop.db, { kind: 'order', id: order.id })
        const preview = await previewEdit(desk.shop, order.id, await editOf(desk, order, typed))
        const content = await editContent(desk, order, preview)
        return {
          content: { ...content, shown: shownEdit(order, preview, content), typed: typedFields(typed, preview) },
        }
      },
    }),
    save: consoleAction({
      permission: 'orders.change',
      form: orderEditForm,
      run: async (desk, typed) => {
        if (!/^\d{1,12}$/.test(typed.expected)) throw new ConsoleError('not_shown')
        const order = await orderOf(desk)
        if (!order) throw new ConsoleError('order_unknown')
        const { version } = typed
        await onKnownOrder(desk, order, { operation: 'orders.edit', version, isForm: true }, async (shop, _, actor) =>
          editOrder(shop, {
            orderId: order.id,
            actor,
            edit: await editOf({ ...desk, shop }, order, typed),
            expected: Number(typed.expected),
          }),
        )
        return consolePath('order', { number: desk.request.params['number'] ?? '' })
      },
    }),
  },
})

async function orderOf({ shop, request }: Desk): Promise<OrderRow | undefined> {
  return orderByNumber(shop.db, (request.params['number'] ?? '').slice(0, 40))
}

async function editOf({ shop }: Desk, order: OrderRow, typed: TypedEdit) {
  return readEdit(order, editableLines(await orderLineRows(shop.db, order.id)), typed)
}
