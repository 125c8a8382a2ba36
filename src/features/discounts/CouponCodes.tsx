import { useStore } from '@nanostores/react'
import type { Language } from '../../domain/locales.ts'
import { islandTexts } from '../../i18n/island-texts.ts'
import styles from './CouponCodes.module.css'
import { $discounts, removeCode } from './discount-store.ts'

/** The codes that go with the cart, and those that the shop did not accept. */
export function CouponCodes({ language }: { language: Language }) {
  const t = islandTexts(language)
  const { codes, rejected } = useStore($discounts, { ssr: 'initial' })
  if (codes.length + rejected.length === 0) return null
  return (
    <ul className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>
          {t('discount.code', { code })}
          <button type="button" onClick={() => removeCode(code)} aria-label={t('discount.remove_named', { code })}>{t('cart.remove')}</button>
        </li>
      ))}
      {rejected.map((code) => (
        <li key={code} className={styles.rejected}>
          {t('discount.rejected', { code })}
          <button type="button" onClick={() => removeCode(code)} aria-label={t('discount.remove_named', { code })}>{t('cart.close')}</button>
        </li>
      ))}
    </ul>
  )
}
