import type { UseComboboxReturnValue } from 'downshift'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Language } from '../../domain/places/locales.ts'
import { islandTexts, type IslandTextKey } from '../../i18n/island-texts.ts'
import { ProductSuggestion } from './ProductSuggestion.tsx'
import type { Suggestions } from './search-store.ts'
import type { Suggestion } from './suggestion-items.ts'
import styles from './SearchBox.module.css'

type Props = {
  combobox: UseComboboxReturnValue<Suggestion>
  items: Suggestion[]
  suggestions: Suggestions
  language: Language
  currency: CurrencyCode
  isOpen: boolean
}

/** The floating list: parts, categories and tips under their headings, or why there are none. */
export function SuggestionList({
  combobox: { getMenuProps, getItemProps, highlightedIndex },
  items,
  suggestions,
  language,
  currency,
  isOpen,
}: Props) {
  const t = islandTexts(language)
  const word = statusWord(suggestions)
  const isShown = isOpen && (items.length > 0 || word !== undefined)
  return (
    <div className={isShown ? styles.float : styles.closed}>
      {/* Always there, because screen readers tell only what changes in a live region that they know. */}
      <p aria-live="polite" className={word ? styles.word : 'unseen'}>
        {isShown && (word ? t(word, { query: suggestions.query }) : t('search.count', { count: items.length }))}
      </p>
      <ul
        hidden={!isShown}
        {...getMenuProps({ 'aria-label': t('search.label'), 'aria-labelledby': undefined })}
        className={styles.list}
      >
        {items.map((item, index) => {
          const { section } = item
          return [
            section !== 'all' && items[index - 1]?.section !== section && (
              <li key={section} role="presentation" className={styles.heading}>
                {t(`search.${section}`)}
              </li>
            ),
            <li
              key={section + item.id}
              className={index === highlightedIndex ? styles.active : styles.item}
              {...getItemProps({ item, index })}
            >
              {item.product ? (
                <ProductSuggestion product={item.product} language={language} currency={currency} />
              ) : (
                labelOf(item, t)
              )}
            </li>,
          ]
        })}
      </ul>
    </div>
  )
}

function labelOf({ section, label }: Suggestion, t: ReturnType<typeof islandTexts>): string {
  return section === 'all' ? t('search.all', { query: label }) : label
}

function statusWord({ found, isSlow, isFailed }: Suggestions): IslandTextKey | undefined {
  if (isSlow) return 'search.searching'
  if (isFailed) return 'search.failed'
  return found && found.products.length === 0 ? 'search.none' : undefined
}
