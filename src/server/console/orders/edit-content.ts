import type { OrderEditPage, ShownEdit, TypedEdit } from '../../../contracts/console/order-edit.ts'
import { vatOf } from '../../../domain/cart/cart-amounts.ts'
import { productType } from '../../../domain/products/products.ts'
import { deliveryMethods } from '../../../domain/settings/delivery-methods.ts'
import { deliveryName } from '../../../i18n/delivery-texts.ts'
import { documentAmount } from '../../../i18n/money.ts'
import { hasCharges } from '../../ordering/edits/check-edit.ts'
import type { EditPreview, RestPlan } from '../../ordering/edits/order-edit.ts'
import type { OrderLineRow } from '../../ordering/orders/fulfilment-queries.ts'
import { orderDelivery } from '../../ordering/orders/order-page.ts'
import { isBilled } from '../../ordering/orders/order-state.ts'
import { orderEventRows, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { lastEventOf } from './order-queries.ts'
import { addressOf } from './read-edit.ts'

/** The form as the order is now; with a preview, the deliveries that are possible after the change. */
export async function editContent(
  context: ConsoleContext,
  order: OrderRow,
  preview?: EditPreview,
): Promise<OrderEditPage> {
  const { db, settings } = context.shop
  const { place } = orderDelivery(order)
  const lines = editableLines(await orderLineRows(db, order.id))
  const isCharged = await hasCharges(db, order.id, lines)
  const near = preview?.places ?? (place ? [place] : [])
  // What is charged already goes on as it was to be sent.
  const places = isCharged && !place ? [] : near
  return {
    number: order.number,
    currency: order.currency,
    version: await lastEventOf(db, order.id),
    isOrganization: order.customer_kind === 'organization',
    isCharged,
    lines: lines.map((line) => ({
      position: line.position,
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      isFixed: line.type === productType.giftCard,
      shipped: line.shipped,
      unitPrice: line.unit_price,
    })),
    address: addressOf(order),
    method: order.delivery_method,
    point: place?.id ?? '',
    methods: isCharged ? [ownMethod(context, order)] : methodsOf(context, order, preview),
    points: places.map(({ id, name, street, city }) => ({ value: id, label: `${name}, ${street}, ${city}` })),
    countries: isCharged ? [order.country] : [...new Set([order.country, ...settings.all.sales.countries])],
    history: (await orderEventRows(db, order.id)).map(({ seq, at, actor, note }) => ({
      version: Number(seq),
      at,
      actor,
      note,
    })),
    shown: null,
    typed: {},
    unknown: null,
  }
}

function ownMethod({ request }: Pick<ConsoleContext, 'request'>, order: OrderRow) {
  return { value: order.delivery_method, label: deliveryName(orderDelivery(order), request.locals.t) }
}

/** The order's own method first, though it may no longer be offered. */
function methodsOf({ shop, request }: ConsoleContext, order: OrderRow, preview: EditPreview | undefined) {
  const { t, shopping } = request.locals
  const own = ownMethod({ request }, order)
  const offered = preview
    ? preview.deliveries.map(({ id, kind, name, price }) => ({
        value: id,
        label: `${deliveryName({ kind, name }, t)}, ${documentAmount(price, order.currency, shopping.language)}`,
      }))
    : deliveryMethods(shop.settings.all.delivery, order.country, order.language).map(({ id, kind, name }) => ({
        value: id,
        label: deliveryName({ kind, name }, t),
      }))
  return offered.some(({ value }) => value === own.value) ? offered : [own, ...offered]
}

/** The lines of an order without the units that were cancelled. */
export function editableLines(lines: readonly OrderLineRow[]): OrderLineRow[] {
  return lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled }))
}

/** The lines and sums after the change, and what it means for the buyer. */
export function shownEdit(order: OrderRow, preview: EditPreview, { lines }: OrderEditPage): ShownEdit {
  const { edited, rest, total, difference } = preview
  if (rest)
    return {
      lines: restLines(rest, lines),
      sums: null,
      before: total.before,
      total: total.after,
      difference,
      own: { credited: rest.less.amount, charged: rest.more.amount, isInvoice: isBilled(order) },
    }
  return {
    own: null,
    lines: edited
      ? edited.lines.map(({ sku, name, quantity, amounts }) => ({
          sku,
          name,
          quantity,
          unitPrice: amounts.unit.inc,
          total: amounts.total.inc,
        }))
      : lines.map(({ sku, name, quantity, unitPrice }) => ({
          sku,
          name,
          quantity,
          unitPrice,
          total: unitPrice * quantity,
        })),
    sums: edited
      ? {
          items: edited.items.inc,
          discount: edited.discount.inc,
          delivery: edited.delivery.price.inc,
          vat: vatOf(edited.sum),
        }
      : null,
    before: total.before,
    total: total.after,
    difference,
  }
}

function restLines({ removed, added }: RestPlan, lines: OrderEditPage['lines']): ShownEdit['lines'] {
  const left = lines.map((line) => {
    const off = removed.find(({ position }) => position === line.position)?.quantity ?? 0
    return { ...line, quantity: line.quantity - off }
  })
  return [
    ...left
      .filter(({ quantity }) => quantity > 0)
      .map(({ sku, name, quantity, unitPrice }) => ({ sku, name, quantity, unitPrice, total: unitPrice * quantity })),
    ...added.map(({ sku, name, quantity, amounts: { unit, total } }) => ({
      sku,
      name,
      quantity,
      unitPrice: unit.inc,
      total: total.inc,
    })),
  ]
}

/** What was typed, by the names of the fields; the delivery is the one that the change would have. */
export function typedFields(typed: TypedEdit, { edited, place }: EditPreview): Record<string, string> {
  return { ...textsOfEdit(typed), method: edited?.delivery.offer.id ?? typed.method, point: place?.id ?? '' }
}

/** What was typed, by the names of the fields. */
export function textsOfEdit(typed: TypedEdit): Record<string, string> {
  const { 'units:': units, 'sku:': skus, 'add:': added, pick: _pick, ...texts } = typed
  const named = (prefix: string, values: ReadonlyMap<string, string>) =>
    [...values].map(([key, value]) => [`${prefix}${key}`, value] as const)
  return {
    ...texts,
    ...Object.fromEntries([...named('units:', units), ...named('sku:', skus), ...named('add:', added)]),
  }
}
