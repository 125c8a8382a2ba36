import { track } from '../tracking/track.ts'
import type { Suggestion } from './suggestion-items.ts'

/** Tracks the search behind a chosen suggestion; `all` leads to the results page, which tracks itself. */
export function trackSuggestion({ section, label }: Suggestion, query: string): void {
  if (section === 'categories') track({ event: 'categorySearch', search_term: query, category: label })
  else if (section !== 'all') track({ event: 'search', search_term: query })
}
