import { useStore } from '@nanostores/react'
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { useEffect, useRef, useState } from 'react'
import type { Language } from '../../domain/places/locales.ts'
import { createSearch } from './search-store.ts'
import { suggestionItems, type Suggestion } from './suggestion-items.ts'
import { trackSuggestion } from './track-suggestion.ts'

type Options = { language: Language; query: string; id: string }

/** The state of a search box: its suggestions, the combobox around them and the reference that its form needs. */
export function useSuggestionBox({ language, query, id }: Options) {
  const [search] = useState(createSearch)
  const suggestions = useStore(search.$suggestions)
  const items = suggestionItems(suggestions, language)
  const form = useRef<HTMLFormElement>(null)

  const combobox = useCombobox<Suggestion>({
    id,
    items,
    initialInputValue: query,
    selectedItem: null,
    itemToString: (item) => item?.label ?? '',
    stateReducer: keepTyped,
    scrollIntoView: (option) => option?.scrollIntoView({ block: 'nearest' }),
    onInputValueChange: ({ inputValue }) => search.type(inputValue),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && openSuggestion(selectedItem, suggestions.query),
  })
  const { openMenu, setInputValue } = combobox

  // What was typed before this code was here is not lost.
  useEffect(() => {
    const typed = form.current?.querySelector('input')?.value ?? ''
    if (typed !== query) {
      setInputValue(typed)
      openMenu()
    }
    return search.stop
  }, [search, query, setInputValue, openMenu])

  return { form, combobox, items, suggestions }
}

function openSuggestion(chosen: Suggestion, query: string): void {
  trackSuggestion(chosen, query)
  location.assign(chosen.path)
}

/**
 * Choosing goes somewhere and fills nothing in; leaving the box chooses nothing. A click on the box never closes the
 * suggestions: one before this code was here is repeated after what was typed since then.
 */
function keepTyped(state: UseComboboxState<Suggestion>, { type, changes }: UseComboboxStateChangeOptions<Suggestion>) {
  const inputValue = changes.selectedItem ? state.inputValue : changes.inputValue
  const { InputBlur, InputClick } = useCombobox.stateChangeTypes
  if (type === InputClick) return { ...changes, inputValue, isOpen: true }
  return type === InputBlur ? { ...changes, inputValue, selectedItem: null } : { ...changes, inputValue }
}
