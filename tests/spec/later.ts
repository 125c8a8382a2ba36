/** Sentences of the covered sections whose code does not exist yet, and the issue that it comes with: no test is asked for. */
export const later: readonly { section: string; sentence: string; issue: string }[] = [
  { section: '3', sentence: 'for header/footer layout also menu, menuHidden, message, messageHidden.', issue: '4: layout and editors' },
  { section: '3', sentence: 'Layout content: footer columns, footer message, header message, header menu, each with a hidden flag.', issue: '4: layout and editors' },
  { section: '7', sentence: 'GET /api/currencies, GET /api/countries: fetched once', issue: 'nothing to fetch: both lists are in the page' },
]
