import { maxSearchLength } from '../../domain/field-lengths.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Language } from '../../domain/places/locales.ts'
import { islandTexts } from '../../i18n/island-texts.ts'
import { href } from '../../routes.ts'
import { SuggestionList } from './SuggestionList.tsx'
import { useSuggestionBox } from './use-suggestion-box.ts'
import styles from './SearchBox.module.css'

type Props = {
  language: Language
  currency: CurrencyCode
  /** What was searched for, on the results page. */
  query?: string
  /** Keeps the ids of two boxes on one page apart. */
  id?: string
}

/** The search box: a plain form that goes to the results, with suggestions while the shopper types. */
export function SearchBox({ language, currency, query = '', id = 'search' }: Props) {
  const t = islandTexts(language)
  const { form, combobox, items, suggestions } = useSuggestionBox({ language, query, id })
  const { getInputProps, highlightedIndex, isOpen } = combobox
  const input = getInputProps({
    'aria-label': t('search.label'),
    'aria-labelledby': undefined,
    onKeyDown: leaveEnterToForm(highlightedIndex),
  })
  return (
    <search>
      <form ref={form} className={styles.search} action={href(language, 'search')}>
        {/* A combobox is a text field: type "search" has a role of its own, and an id list may not be empty. */}
        <input
          className="field"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          name="q"
          maxLength={maxSearchLength}
          placeholder={t('search.placeholder')}
          {...input}
          aria-activedescendant={input['aria-activedescendant'] || undefined}
        />
        <button className={styles.go} aria-label={t('search.submit')}>
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5" />
          </svg>
        </button>
        <SuggestionList
          combobox={combobox}
          items={items}
          suggestions={suggestions}
          language={language}
          currency={currency}
          isOpen={isOpen}
        />
      </form>
    </search>
  )
}

/** Enter with nothing chosen sends the form to the results page. */
function leaveEnterToForm(highlightedIndex: number) {
  return (event: { key: string; nativeEvent: object }) => {
    if (event.key === 'Enter' && highlightedIndex < 0)
      Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
  }
}
