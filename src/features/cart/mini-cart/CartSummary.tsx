import { useState } from 'react'
import { CallError } from '../../../browser/call-api.ts'
import { reportError } from '../../../browser/report-error.ts'
import type { CartAmounts } from '../../../domain/cart/cart-amounts.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { islandTexts } from '../../../i18n/island-texts.ts'
import { Money } from '../../../ui/Money.tsx'
import { startCheckout } from '../start-checkout.ts'
import { isPaying } from '../store/cart-store.ts'
import styles from './MiniCart.module.css'

type Props = {
  amounts: CartAmounts
  language: Language
  currency: CurrencyCode
  isPriced: boolean
  onCheckout: boolean
}

/** Why the checkout was not opened. */
const refusals = {
  failed: 'cart.checkout_failed',
  limited: 'cart.too_many_orders',
  waiting: 'cart.too_many_carts',
  unchecked: 'discount.not_checked',
} as const

/** The refusals that have a sentence of their own, by the call's code. */
const states: Record<string, keyof typeof refusals> = { too_many_orders: 'limited', too_many_carts: 'waiting' }

/** Total and the one clear button, which is missing where the shopper already is at the checkout. */
export function CartSummary({ amounts: { discount, total }, language, currency, isPriced, onCheckout }: Props) {
  const t = islandTexts(language)
  const [state, setState] = useState<'ready' | 'busy' | keyof typeof refusals>('ready')

  // Nothing to pay has no VAT either, but that is no export.
  const isWithoutVat = total.inc > 0 && total.inc === total.ex

  async function goToCheckout(): Promise<void> {
    if (state === 'busy') return
    setState('busy')
    try {
      const path = await startCheckout()
      if (path) leaveFor(path, () => setState('ready'))
      else setState('unchecked')
    } catch (error) {
      setState((error instanceof CallError && states[error.code]) || 'failed')
      if (!(error instanceof CallError)) reportError(error)
    }
  }

  return (
    <>
      {isPriced && discount.inc > 0 && (
        <p className={styles.discount}>
          <span>{t('discount.off')}</span>
          <span>
            −<Money {...discount} currency={currency} language={language} />
          </span>
        </p>
      )}
      <p className={styles.total}>
        <span>
          {t('cart.total')} <small className="inc">{t(isWithoutVat ? 'cart.noVat' : 'cart.incVat')}</small>
          <small className="ex">{t('cart.exVat')}</small>
        </span>
        <b>{isPriced ? <Money {...total} currency={currency} language={language} /> : '…'}</b>
      </p>
      {state !== 'ready' && state !== 'busy' && (
        <p className={styles.danger} role="alert">
          {t(refusals[state])}
        </p>
      )}
      {!onCheckout && (
        <button type="button" className="button" aria-disabled={state === 'busy'} onClick={() => void goToCheckout()}>
          {t(isPriced && isPaying() ? 'cart.pay' : 'cart.checkout')}
        </button>
      )}
    </>
  )
}

/** Opens another page; Back shows this one as it was left, so that its button must be ready again. */
function leaveFor(path: string, onLeave: () => void): void {
  addEventListener('pagehide', onLeave, { once: true })
  location.assign(path)
}
