import type { Difference } from '../../../domain/orders/order-edits.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { embeddedPoints } from '../../../server/ordering/delivery/embedded-points.ts'
import { editOrder, previewEdit } from '../../../server/ordering/edits/edit-order.ts'
import type { OrderEdit } from '../../../server/ordering/edits/order-edit.ts'
import { createLog } from '../../../server/platform/log.ts'
import { ShopSettings } from '../../../server/platform/settings/shop-settings.ts'
import { actorOf, isSet, textOf, type Answer, type Given, type OperatorShop } from '../../operator-command.ts'
import { namedOrder, namedParts, namedUnits } from './named.ts'

const said: Readonly<Record<Difference['kind'], string>> = {
  none: 'Nothing more is to pay.',
  more: 'more will be asked for.',
  more_billed: 'more will be on the invoice.',
  less: 'less will be charged.',
  less_billed: 'less will be on the invoice.',
  back: 'will be paid back.',
  set_off: 'is set off against what the bank has taken back.',
}

/** `order edit`: changes an order as far as it is not shipped, or with --dry-run says what that would do. */
export async function edit(shop: OperatorShop, given: Given): Promise<Answer> {
  const order = await namedOrder(shop, given)
  const units = await namedUnits(shop, order.id, given.words.slice(1))
  const wanted = { ...editOf(given), ...(units && { quantities: quantitiesOf(units) }) }
  const isDry = isSet(given, 'dry-run')
  const services = {
    ...shop,
    settings: await ShopSettings.open(shop.db),
    log: createLog(shop.env),
    servicePoints: embeddedPoints,
  }
  const { total, difference } = isDry
    ? await previewEdit(services, order.id, wanted)
    : await editOrder(services, { orderId: order.id, actor: actorOf(given), edit: wanted })
  const money = (amount: number) => plainAmount(amount, order.currency)
  const amount = difference.kind === 'none' ? '' : `${money(difference.amount)} `
  return {
    data: { number: order.number, total, difference, isDry },
    lines: [
      `Order ${order.number} ${isDry ? 'would cost' : 'costs'} ${money(total.after)} ` +
        `instead of ${money(total.before)}. ${amount}${said[difference.kind]}`,
    ],
  }
}

function quantitiesOf(units: readonly { position: number; quantity: number }[]): Map<number, number> {
  return new Map(units.map(({ position, quantity }) => [position, quantity]))
}

function editOf(given: Given): OrderEdit {
  const fields = {
    name: textOf(given, 'name'),
    organization_name: textOf(given, 'organization'),
    line1: textOf(given, 'street'),
    line2: textOf(given, 'street2'),
    postal_code: textOf(given, 'postal-code'),
    city: textOf(given, 'city'),
    country: textOf(given, 'country'),
  }
  const address = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const [phone, method, servicePoint] = [textOf(given, 'phone'), textOf(given, 'method'), textOf(given, 'point')]
  return {
    added: namedParts(textOf(given, 'add') ?? ''),
    ...(Object.keys(address).length > 0 && { address }),
    ...(phone !== undefined && { phone }),
    ...(method !== undefined && { method }),
    ...(servicePoint !== undefined && { servicePoint }),
  }
}
