import type { TextKey, Translate } from './translator.ts'

const methods: Readonly<Record<string, TextKey>> = {
  invoice: 'checkout:payment_method.invoice',
  sandbox: 'checkout:payment_method.sandbox',
  stripe: 'checkout:payment_method.stripe',
  bank: 'console-payments:bank_transfer',
  gift_card: 'checkout:payment_method.gift_card',
}

/** A way of paying or its provider, by name; one that the shop does not know keeps its own. */
export function methodName(method: string, t: Translate): string {
  const key = Object.hasOwn(methods, method) ? methods[method] : undefined
  return key ? t(key) : method
}
