import { useState } from 'react'
import { formatAtc } from '../../domain/cart/atc.ts'
import { maxQuantity } from '../../domain/cart/cart-lines.ts'
import type { Language } from '../../domain/places/locales.ts'
import { islandTexts } from '../../i18n/island-texts.ts'
import { href } from '../../routes.ts'
import { SpinButton } from '../../ui/SpinButton.tsx'
import type { OfferedLine } from './store/cart-store.ts'
import styles from './AddToCart.module.css'

type Version = { label: string; line: OfferedLine }
type Props = {
  language: Language
  line: OfferedLine
  /** Versions to choose between; the chosen one is added instead of `line`. */
  versions?: Version[]
  /** Subscription intervals by id, with their names in the shopper's language. */
  intervals?: { id: string; name: string }[]
}

/**
 * Quantity and button of a product page. The button is add-on-click's, which needs no React; this island only makes the
 * quantity a spin button. Without script the form opens the checkout with the part in it.
 */
export function AddToCart({ language, line, versions, intervals }: Props) {
  const t = islandTexts(language)
  const [quantity, setQuantity] = useState(1)
  return (
    <form className={styles.add} method="post" action={href(language, 'checkout-id')}>
      {versions ? (
        <label>
          {t('cart.version')}
          <VersionChoice versions={versions} />
        </label>
      ) : (
        <input type="hidden" name="atc" value={atcOf(line)} />
      )}
      <div className={styles.row}>
        <SpinButton
          name="quantity"
          value={quantity}
          onChange={setQuantity}
          max={maxQuantity}
          label={t('cart.quantity', { name: line.name })}
          lessLabel={t('cart.less')}
          moreLabel={t('cart.more')}
        />
        <button type="submit" className="button" data-add-to-cart data-line={JSON.stringify(line)}>
          {t('cart.add')}
        </button>
      </div>
      {intervals && (
        <label>
          {t('cart.interval')}
          <select className="field" name="interval">
            <option value="">{t('cart.once')}</option>
            {intervals.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </form>
  )
}

function VersionChoice({ versions }: { versions: Version[] }) {
  return (
    <select className="field" name="atc">
      {versions.map(({ label, line }) => (
        <option key={line.sku} value={atcOf(line)} data-line={JSON.stringify(line)}>
          {label}
        </option>
      ))}
    </select>
  )
}

function atcOf({ sku }: OfferedLine): string {
  return formatAtc([{ sku, quantity: 1 }])
}
