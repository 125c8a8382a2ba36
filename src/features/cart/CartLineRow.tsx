import { isBound, lineTotal, maxQuantity, type CartLine } from '../../domain/cart-lines.ts'
import type { CurrencyCode } from '../../domain/currencies.ts'
import type { Language } from '../../domain/locales.ts'
import { toMinor } from '../../domain/money.ts'
import { exVat } from '../../domain/vat.ts'
import { islandTexts } from '../../i18n/island-texts.ts'
import { href } from '../../routes.ts'
import { Money } from '../../ui/Money.tsx'
import { SpinButton } from '../../ui/SpinButton.tsx'
import { changeQuantity, removeLine } from './cart-store.ts'
import { LineNotices } from './LineNotices.tsx'
import styles from './MiniCart.module.css'

type Props = { line: CartLine; language: Language; currency: CurrencyCode; isPriced: boolean }

export function CartLineRow({ line, language, currency, isPriced }: Props) {
  const t = islandTexts(language)
  const { thumb, name, quantity, uuid } = line
  const [unit, total, rate] = [toMinor(line.price), lineTotal(line), Math.round(line.vat * 100)]
  const money = { currency, language }
  return (
    <li className={styles.line}>
      {thumb ? <img src={thumb.url} width={64} height={64} alt="" loading="lazy" /> : <span className={styles.noPicture} />}
      <div className={styles.what}>
        <a href={href(language, 'product', { slug: line.slug })}>{name}</a>
        <small><span className="number">{line.sku}</span> · {t(`stock_status.${line.stock_status}`)}</small>
        {line.subscription_interval && <small>{line.subscription_interval.name}</small>}
        <LineNotices line={line} t={t} />
      </div>
      <div className={styles.howMany}>
        <SpinButton
          value={quantity} min={0} max={maxQuantity} disabled={isBound(line)} onChange={(next) => changeQuantity(uuid, next)}
          label={t('cart.quantity', { name })} lessLabel={t('cart.less')} moreLabel={t('cart.more')}
        />
        <button type="button" className={styles.remove} onClick={() => removeLine(uuid)} aria-label={t('cart.remove_named', { name })}>
          {t('cart.remove')}
        </button>
      </div>
      <p className={styles.price}>
        {isPriced ? <b><Money isSum inc={total} ex={exVat(total, rate)} {...money} /></b> : '…'}
        {isPriced && quantity > 1 && <small><Money inc={unit} ex={exVat(unit, rate)} {...money} /> {t('cart.each')}</small>}
      </p>
    </li>
  )
}
