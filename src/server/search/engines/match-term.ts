import type { Term } from '../search-terms.ts'

/** Writes a term in the language of FTS5. */
export function matchTerm({ text, prefix }: Term): string {
  return `"${text}"${prefix ? '*' : ''}`
}
