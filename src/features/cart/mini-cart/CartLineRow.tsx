import type { LineAmounts } from '../../../domain/cart/cart-amounts.ts'
import { isBound, maxQuantity, type CartLine } from '../../../domain/cart/cart-lines.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { islandTexts } from '../../../i18n/island-texts.ts'
import { href } from '../../../routes.ts'
import { Money } from '../../../ui/Money.tsx'
import { SpinButton } from '../../../ui/SpinButton.tsx'
import { UnbrokenText } from '../../../ui/UnbrokenText.tsx'
import { changeQuantity, removeLine } from '../store/cart-store.ts'
import { LineNotices } from './LineNotices.tsx'
import styles from './MiniCart.module.css'

type Props = { line: CartLine; amounts: LineAmounts; language: Language; currency: CurrencyCode; isPriced: boolean }

export function CartLineRow({ line, language, ...rest }: Props) {
  const t = islandTexts(language)
  const { thumb, name, quantity, uuid } = line
  return (
    <li className={styles.line} data-line={uuid}>
      {thumb ? (
        <img src={thumb.url} width={64} height={64} alt="" loading="lazy" />
      ) : (
        <span className={styles.noPicture} />
      )}
      <div className={styles.what}>
        <a href={href(language, 'product', { slug: line.slug })}>
          <UnbrokenText text={name} />
        </a>
        <small>
          <span className="number">{line.sku}</span> · {t(`stock_status.${line.stock_status}`)}
        </small>
        {line.subscription_interval && <small>{t('cart.every', { days: line.subscription_interval.id })}</small>}
        <LineNotices line={line} t={t} />
      </div>
      <div className={styles.howMany}>
        <SpinButton
          value={quantity}
          min={0}
          max={maxQuantity}
          disabled={isBound(line)}
          onChange={(next) => changeQuantity(uuid, next)}
          label={t('cart.quantity', { name })}
          lessLabel={t('cart.less')}
          moreLabel={t('cart.more')}
        />
        {!line.added_by_coupon && (
          <button
            type="button"
            className={styles.remove}
            onClick={() => removeLine(uuid)}
            aria-label={t('cart.remove_named', { name })}
          >
            {t('cart.remove')}
          </button>
        )}
      </div>
      <LinePrice line={line} language={language} {...rest} />
    </li>
  )
}

/** The line's sum and, where that says more, the unit price and the percent taken off it. */
function LinePrice({ line, amounts: { percent, unit, total }, language, currency, isPriced }: Props) {
  const t = islandTexts(language)
  if (!isPriced) return <p className={styles.price}>…</p>
  if (line.added_by_coupon)
    return (
      <p className={styles.price}>
        <b>{t('cart.gift')}</b>
      </p>
    )
  return (
    <p className={styles.price}>
      <b>
        <Money {...total} currency={currency} language={language} />
      </b>
      {line.quantity > 1 && (
        <small>
          <Money {...unit} currency={currency} language={language} /> {t('cart.each')}
        </small>
      )}
      {percent > 0 && <small>{t('discount.line_off', { percent })}</small>}
    </p>
  )
}
