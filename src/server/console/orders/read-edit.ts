import type { TypedEdit } from '../../../contracts/console/order-edit.ts'
import type { OrderEdit } from '../../ordering/edits/order-edit.ts'
import type { OrderLineRow } from '../../ordering/orders/fulfilment-queries.ts'
import { OrderError } from '../../ordering/orders/order-error.ts'
import { orderDelivery } from '../../ordering/orders/order-page.ts'
import type { OrderRow } from '../../ordering/orders/queries.ts'
import { addressJson } from '../../platform/db/json-columns.ts'

/** The address and phone number of an order as the form has them. */
export function addressOf(order: OrderRow) {
  const { organization, postalCode, ...address } = addressJson.read(order.address)
  return { ...address, organization_name: organization, postal_code: postalCode, phone: order.phone }
}

/** Reads from the form what differs from the order. Throws OrderError for units that are no number. */
export function readEdit(order: OrderRow, lines: readonly OrderLineRow[], typed: TypedEdit): OrderEdit {
  const { phone, ...before } = addressOf(order)
  const address = Object.fromEntries(
    (Object.keys(before) as (keyof typeof before)[])
      .filter((field) => typed[field] !== before[field])
      .map((field) => [field, typed[field]]),
  )
  const point = orderDelivery(order).place?.id ?? ''
  return {
    quantities: quantitiesOf(lines, typed['units:']),
    added: addedOf(typed['sku:'], typed['add:']),
    ...(Object.keys(address).length > 0 && { address }),
    ...(typed.phone !== phone && { phone: typed.phone }),
    ...(typed.method !== '' && typed.method !== order.delivery_method && { method: typed.method }),
    ...(typed.point !== '' && typed.point !== point && { servicePoint: typed.point }),
  }
}

function quantitiesOf(lines: readonly OrderLineRow[], typed: ReadonlyMap<string, string>): Map<number, number> {
  return new Map(
    [...typed]
      .map(([position, quantity]) => [wholeNumber(position), wholeNumber(quantity === '' ? '0' : quantity)] as const)
      .filter(([position, quantity]) => lines.find((line) => line.position === position)?.quantity !== quantity),
  )
}

/** Rows without a part number are left out; one without a quantity means one unit. */
function addedOf(skus: ReadonlyMap<string, string>, quantities: ReadonlyMap<string, string>) {
  return [...skus]
    .map(([row, sku]) => ({ sku: sku.trim().slice(0, 80), quantity: wholeNumber(quantities.get(row)?.trim() || '1') }))
    .filter(({ sku }) => sku !== '')
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text.trim())) throw new OrderError('units_unknown', `"${text}" is no number of units.`)
  return Number(text)
}
