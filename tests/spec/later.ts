/** Sentences of the covered sections whose code does not exist yet, and the issue that it comes with: no test is asked for. */
export const later: readonly { section: string; sentence: string; issue: string }[] = [
  { section: '7', sentence: 'GET /api/currencies, GET /api/countries: fetched once', issue: 'nothing to fetch: both lists are in the page' },
]
