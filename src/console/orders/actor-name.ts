import type { TextKey, Translate } from '../../i18n/translator.ts'

const methods: Readonly<Record<string, TextKey>> = {
  invoice: 'checkout:payment_method.invoice',
  sandbox: 'checkout:payment_method.sandbox',
  stripe: 'checkout:payment_method.stripe',
  gift_card: 'checkout:payment_method.gift_card',
}
const actors: Readonly<Record<string, TextKey>> = {
  shopper: 'console-orders:actor.shopper',
  shop: 'console-orders:actor.shop',
  operator: 'console-orders:actor.operator',
  warehouse: 'console-orders:actor.warehouse',
}
const payment = 'payment:'

/** A way of paying or its provider, by name. */
export function methodName(method: string, t: Translate): string {
  return named(methods, method, t)
}

/** Who did something with an order: a part of the shop, or the name of somebody on the staff. */
export function actorName(actor: string, t: Translate): string {
  if (!actor.startsWith(payment)) return named(actors, actor, t)
  return t('console-orders:actor.payment', { name: methodName(actor.slice(payment.length), t) })
}

function named(keys: Readonly<Record<string, TextKey>>, name: string, t: Translate): string {
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined
  return key ? t(key) : name
}
