import { methodName } from '../../i18n/payment-texts.ts'
import type { TextKey, Translate } from '../../i18n/translator.ts'
import { namedText } from '../kit/named-text.ts'

const actors: Readonly<Record<string, TextKey>> = {
  shopper: 'console-orders:actor.shopper',
  shop: 'console-orders:actor.shop',
  operator: 'console-orders:actor.operator',
  warehouse: 'console-orders:actor.warehouse',
}
const payment = 'payment:'

/** Who did something with an order: a part of the shop, or the name of somebody on the staff. */
export function actorName(actor: string, t: Translate): string {
  if (!actor.startsWith(payment)) return namedText(actors, actor, t)
  return t('console-orders:actor.payment', { name: methodName(actor.slice(payment.length), t) })
}
