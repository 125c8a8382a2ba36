import { track } from '../tracking/track.ts'
import type { Suggestion } from './suggestion-items.ts'

/** Tells what a suggestion was chosen for; the results page, where `all` leads, tells of itself. */
export function trackSuggestion({ section, label }: Suggestion, query: string): void {
  if (section === 'categories') track({ event: 'categorySearch', search_term: query, category: label })
  else if (section !== 'all') track({ event: 'search', search_term: query })
}
