import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { toMinor } from '../../domain/money/money.ts'
import { activeTiers, tierFor } from '../../domain/money/price-tiers.ts'
import { exVat } from '../../domain/money/vat.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { SearchProduct } from '../../domain/products/products.ts'
import { islandTexts } from '../../i18n/island-texts.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './SearchBox.module.css'

type Props = { product: SearchProduct; language: Language; currency: CurrencyCode }

/** A part among the suggestions: picture, name, part number, stock and price. */
export function ProductSuggestion({
  product: { thumb, name, sku, stock_status: stock, prices, vat, own },
  language,
  currency,
}: Props) {
  const t = islandTexts(language)
  const tier = tierFor(activeTiers(prices), 1)
  const money = (amount: number) => {
    const inc = toMinor(amount)
    return <Money inc={inc} ex={exVat(inc, Math.round(vat * 100))} currency={currency} language={language} />
  }
  return (
    <>
      {thumb ? <img src={thumb.url} width={48} height={48} alt="" /> : <span className={styles.noPicture} />}
      <span className={styles.what}>
        <span className={styles.name}>{name}</span>
        <small>
          <span className="number">{sku}</span> · {t(`stock_status.${stock}`)}
        </small>
      </span>
      {tier && (
        <span className={styles.price}>
          {own && <small>{t('search.own_price')}</small>}
          <b>{money(tier.p)}</b>
          {own && own.usual !== null && (
            <small>
              {t('search.usual_price')} {money(own.usual)}
            </small>
          )}
        </span>
      )}
    </>
  )
}
