import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react'
import { shoppingHere } from '../../../browser/caller.ts'
import { cartAmounts, type CartAmounts } from '../../../domain/cart/cart-amounts.ts'
import type { CartLine } from '../../../domain/cart/cart-lines.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { islandTexts } from '../../../i18n/island-texts.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { $personalDiscounts } from '../../auth/auth-store.ts'
import { CouponCodes } from '../../discounts/CouponCodes.tsx'
import { $discounts } from '../../discounts/discount-store.ts'
import { startCart } from '../start-cart.ts'
import { $cart, $isCartOpen, closeCart, regionHere, requestSync } from '../store/cart-store.ts'
import { $isCartTooLong, $isSyncFailing } from '../store/sync-cart.ts'
import { CartLineRow } from './CartLineRow.tsx'
import { CartSummary } from './CartSummary.tsx'
import { RemovedLine } from './RemovedLine.tsx'
import styles from './MiniCart.module.css'

type Props = {
  language: Language
  /** The page's own, for the server's HTML; the lines are priced for the currency that the shopper has chosen since. */
  currency: CurrencyCode
  /** Sanitised HTML of the widgets cart-header and cart-footer; empty when hidden. */
  header?: string
  footer?: string
  /** True on the checkout page, which has a button of its own. */
  onCheckout?: boolean
}

/** The cart at the right edge (spec section 2, "Overlays"). */
export function MiniCart({ language, currency: ofPage, header = '', footer = '', onCheckout = false }: Props) {
  const t = islandTexts(language)
  const drawer = useRef<HTMLDialogElement>(null)
  const cart = useStore($cart, { ssr: 'initial' })
  const isSyncFailing = useStore($isSyncFailing)
  const isTooLong = useStore($isCartTooLong)
  const isAwake = useIsAwake()
  const currency = isAwake ? shoppingHere().currency.code : ofPage
  const isPriced = isAwake && cart.region === regionHere()
  const amounts = useAmounts(cart.items)
  const shown = { language, currency, isPriced }
  useEffect(startCart, [])
  useDrawerStore(drawer)

  const summary = cart.items.length > 0 && <CartSummary amounts={amounts} onCheckout={onCheckout} {...shown} />
  return (
    <Drawer
      ref={drawer}
      title={t('cart.title')}
      closeLabel={t('cart.close')}
      onClose={closeCart}
      data-mini-cart
      footer={summary}
    >
      <Widget html={header} />
      <output className={isSyncFailing ? styles.warning : undefined}>
        {isSyncFailing && t(isTooLong ? 'cart.too_many_lines' : 'cart.failed')}
      </output>
      <RemovedLine t={t} />
      {cart.items.length === 0 &&
        (isAwake ? (
          <p className={styles.empty}>{t('cart.empty')}</p>
        ) : (
          <progress className={styles.waiting} aria-label={t('cart.waiting')} />
        ))}
      <ul className={styles.lines}>
        {cart.items.map((line, at) => {
          const own = amounts.lines[at]
          return own && <CartLineRow key={line.uuid} line={line} amounts={own} {...shown} />
        })}
      </ul>
      <CouponCodes language={language} canAdd={cart.items.length > 0} onChange={syncNow} />
      <Widget html={footer} />
    </Drawer>
  )
}

/** Lets the shop know of a code at once. */
function syncNow(): void {
  requestSync()
}

function Widget({ html }: { html: string }) {
  return html ? <div className={styles.widget} dangerouslySetInnerHTML={{ __html: html }} /> : null
}

/** What the lines cost with this shopper's coupons and personal discounts, by the rules that the server charges by. */
function useAmounts(lines: readonly CartLine[]): CartAmounts {
  const { items: coupons } = useStore($discounts, { ssr: 'initial' })
  const personal = useStore($personalDiscounts, { ssr: 'initial' })
  return useMemo(() => cartAmounts(lines, { coupons, personal }), [lines, coupons, personal])
}

/** False in the server's HTML and the render that takes it over: the stored cart is not known there. */
function useIsAwake(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}

/** The drawer may have been opened before this code was here, so the page says first and the store from then on. */
function useDrawerStore(drawer: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = drawer.current
    if (!dialog) return undefined
    $isCartOpen.set(dialog.open)
    return $isCartOpen.listen((isOpen) => {
      if (isOpen && !dialog.open) dialog.showModal()
      if (!isOpen && dialog.open) dialog.close()
    })
  }, [drawer])
}
