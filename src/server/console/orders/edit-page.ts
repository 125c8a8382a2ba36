import { consolePath } from '../../../console-routes.ts'
import { orderEditForm, type OrderEditPage, type TypedEdit } from '../../../contracts/console/order-edit.ts'
import { editOrder, previewEdit } from '../../ordering/edits/edit-order.ts'
import type { EditPreview } from '../../ordering/edits/order-edit.ts'
import { OrderError } from '../../ordering/orders/order-error.ts'
import { orderByNumber, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { suggestedParts } from '../named-parts/named-parts.ts'
import { editableLines, editContent, shownEdit, typedFields, textsOfEdit } from './edit-content.ts'
import { onKnownOrder } from './on-order.ts'
import { lastEventOf } from './order-queries.ts'
import { readEdit } from './read-edit.ts'

/** Changes an order as far as it is not shipped: shows what it would cost, then does it. */
export const orderEditScreen = consoleScreen<OrderEditPage>({
  screen: 'order-edit',
  permission: 'orders.change',
  load: async (context) => {
    const order = await orderOf(context)
    return order && editContent(context, order)
  },
  actions: {
    preview: consoleAction({
      permission: 'orders.change',
      form: orderEditForm,
      run: async (context, sent) => {
        const typed = withPicked(sent)
        const order = await orderOf(context)
        if (!order) throw new ConsoleError('order_unknown')
        if ((await lastEventOf(context.shop.db, order.id)) !== typed.version)
          throw await recordChanged(context.shop.db, { kind: 'order', id: order.id })
        const preview = await previewOrUnknown(context, order, typed)
        if ('row' in preview) {
          const content = { ...(await editContent(context, order)), typed: textsOfEdit(typed), unknown: preview }
          return { content, isQuestion: true }
        }
        const content = await editContent(context, order, preview)
        return {
          content: { ...content, shown: shownEdit(order, preview, content), typed: typedFields(typed, preview) },
          isQuestion: true,
        }
      },
    }),
    save: consoleAction({
      permission: 'orders.change',
      form: orderEditForm,
      run: async (context, typed) => {
        if (!/^\d{1,12}$/.test(typed.expected)) throw new ConsoleError('not_shown')
        const order = await orderOf(context)
        if (!order) throw new ConsoleError('order_unknown')
        const { version } = typed
        await onKnownOrder(
          context,
          order,
          { operation: 'orders.edit', version, isForm: true },
          async (shop, _, actor) =>
            editOrder(shop, {
              orderId: order.id,
              actor,
              edit: await editOf({ ...context, shop }, order, typed),
              expected: Number(typed.expected),
            }),
        )
        return consolePath('order', { number: context.request.params['number'] ?? '' })
      },
    }),
  },
})

async function orderOf({ shop, request }: ConsoleContext): Promise<OrderRow | undefined> {
  return orderByNumber(shop.db, (request.params['number'] ?? '').slice(0, 40))
}

async function editOf({ shop }: ConsoleContext, order: OrderRow, typed: TypedEdit) {
  return readEdit(order, editableLines(await orderLineRows(shop.db, order.id)), typed)
}

/** The form with the part that was chosen for a row. */
function withPicked(typed: TypedEdit): TypedEdit {
  const [, row, sku] = /^(\d{1,4}):(.+)$/.exec(typed.pick) ?? []
  return row && sku && typed['sku:'].has(row) ? { ...typed, 'sku:': new Map([...typed['sku:'], [row, sku]]) } : typed
}

/** What the change would do; instead, the row of a part that the shop does not have, with those that may be meant. */
async function previewOrUnknown(
  context: ConsoleContext,
  order: OrderRow,
  typed: TypedEdit,
): Promise<EditPreview | NonNullable<OrderEditPage['unknown']>> {
  try {
    return await previewEdit(context.shop, order.id, await editOf(context, order, typed))
  } catch (error) {
    const text = error instanceof OrderError && error.fault === 'sku_unknown' ? String(error.values['sku']) : ''
    const [row] = [...typed['sku:']].find(([, sku]) => text !== '' && isSamePart(sku, text)) ?? []
    const parts = row === undefined ? [] : await suggestedParts(context, text)
    if (row === undefined || parts.length === 0) throw error
    return { row, parts }
  }
}

const isSamePart = (typed: string, sku: string): boolean => typed.trim().toUpperCase() === sku.trim().toUpperCase()
