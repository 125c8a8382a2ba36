import { useStore } from '@nanostores/react'
import type { CartLine } from '../../../domain/cart/cart-lines.ts'
import type { IslandTextKey, IslandTranslate } from '../../../i18n/island-texts.ts'
import { $fits, fitOf } from '../store/line-fits.ts'
import styles from './MiniCart.module.css'

/** Notices that have words of their own; any other text of the shop is shown as it is. */
const known: Record<string, IslandTextKey> = {
  price_changed: 'cart_notice.price_changed',
  gone: 'cart_notice.gone',
  offer_ended: 'cart_notice.offer_ended',
  bundle_limit: 'cart_notice.bundle_limit',
}

type Props = { line: CartLine; t: IslandTranslate }

/** What the shop has to say about a line (spec section 2, "Cart line display"). */
export function LineNotices({ line, t }: Props) {
  const { cart_notice: notice, adjusted_quantity: adjusted } = line
  const key = known[notice ?? '']
  const fits = useStore($fits)
  const fit = fitOf(fits, line.product_id)
  return (
    <>
      {fits && fit === 'yes' && <p className={styles.fits}>{t('device.fits', { name: fits.device })}</p>}
      {fits && fit === 'no' && <p className={styles.warning}>{t('device.no_fit', { name: fits.device })}</p>}
      {notice && <p className={styles.warning}>{key ? t(key) : notice}</p>}
      {typeof adjusted === 'number' && adjusted > 0 && (
        <p className={styles.danger} role="alert">
          {t('product.adjusted_quantity', { quantity: adjusted })}
        </p>
      )}
    </>
  )
}
