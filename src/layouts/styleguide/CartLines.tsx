import type { ProductCard } from '../../contracts/catalog-pages/product-lists.ts'
import { cartAmounts } from '../../domain/cart/cart-amounts.ts'
import type { Currency } from '../../domain/money/currencies.ts'
import type { Language } from '../../domain/places/locales.ts'
import { CartLineRow } from '../../features/cart/mini-cart/CartLineRow.tsx'
import { CartSummary } from '../../features/cart/mini-cart/CartSummary.tsx'
import { lineStates } from './samples.ts'

type Props = { part: ProductCard; currency: Currency; language: Language }

/** A cart's lines and its sum, priced and while the prices are awaited. */
export function CartLines({ part, currency, language }: Props) {
  const states = lineStates(part)
  const amounts = cartAmounts(states.map(({ line }) => line))
  const shown = { currency: currency.code, language }
  return (
    <>
      <ul className="specimen-lines">
        {states.map(({ what, line }, at) => {
          const own = amounts.lines[at]
          return own && <CartLineRow key={what} line={line} amounts={own} isPriced={at !== 1} {...shown} />
        })}
      </ul>
      <CartSummary amounts={amounts} isPriced onCheckout={false} {...shown} />
      <CartSummary amounts={amounts} isPriced={false} onCheckout {...shown} />
    </>
  )
}
