import type { OrderPage } from '../../contracts/console/orders.ts'
import type { Language } from '../../domain/places/locales.ts'
import { documentAmount } from '../../i18n/money.ts'
import { methodName } from '../../i18n/payment-texts.ts'
import type { Translate } from '../../i18n/translator.ts'

type Cancelled = Pick<OrderPage, 'payments' | 'giftCards' | 'sums' | 'currency'>

/** What becomes of the money of a cancelled order: an invoice, or a card that is only reserved, costs nothing. */
export function cancelTexts(page: Cancelled, t: Translate, language: Language): string[] {
  const money = (amount: number) => documentAmount(amount, page.currency, language)
  return [
    t('console-orders:cancel_help'),
    ...page.payments.flatMap(({ provider, status, captured, refunded, left }) => {
      const [method, taken] = [methodName(provider, t), captured - refunded - left]
      if (status !== 'succeeded' || provider === 'gift_card') return []
      if (provider === 'invoice') return [t('console-orders:cancel_not_invoiced')]
      if (captured === 0) return [t('console-orders:cancel_not_charged', { method })]
      return [
        ...(left > 0 ? [t('console-orders:cancel_paid', { sum: money(left), method })] : []),
        ...(taken > 0 ? [t('console-orders:cancel_taken', { sum: money(taken) })] : []),
      ]
    }),
    ...(page.sums.giftCards > 0 ? [t('console-orders:cancel_gift_cards')] : []),
    ...blockedTexts(page, t),
  ]
}

/** Says of each blocked card that what goes back to it cannot be used. */
export function blockedTexts({ giftCards }: Pick<OrderPage, 'giftCards'>, t: Translate): string[] {
  return giftCards
    .filter(({ state, paid, returned }) => state === 'blocked' && paid > returned)
    .map(({ ending }) => t('console-orders:card_blocked', { ending }))
}
