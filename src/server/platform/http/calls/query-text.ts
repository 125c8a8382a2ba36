/**
 * A query's parts exactly as they were written, without those of some names; `search` may begin with its question mark.
 */
export function queryWithout(search: string, names: readonly string[]): string {
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => !names.includes(nameOf(part)))
    .join('&')
}

/** A path with its query, and without a question mark when there is none. */
export function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`
}

function nameOf(part: string): string {
  return new URLSearchParams(`?${part}`).keys().next().value ?? ''
}

/**
 * The words in the last part of a path, as somebody would type them into the search box; none where it cannot be read.
 */
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
