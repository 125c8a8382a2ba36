/** Removes parameters by name from a query and keeps the others verbatim; `search` may begin with its question mark. */
export function queryWithout(search: string, names: readonly string[]): string {
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => !names.includes(nameOf(part)))
    .join('&')
}

/** Appends a query to a path, without a question mark when the query is empty. */
export function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`
}

function nameOf(part: string): string {
  return new URLSearchParams(`?${part}`).keys().next().value ?? ''
}

/** Returns the words in the last path segment as a search text; '' when it is malformed. */
export function wordsOf(path: string): string {
  const last = path.split('/').findLast((segment) => segment !== '') ?? ''
  try {
    return decodeURIComponent(last)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .slice(0, 80)
  } catch {
    return ''
  }
}
