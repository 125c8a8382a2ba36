/** Letters that the name of a shelf has at most: they stand on a label. */
const maxShelfLength = 40

/** The name of a shelf as it was typed, with single spaces; undefined where it is too long. */
export function readShelf(text: string): string | undefined {
  const shelf = text.trim().replace(/\s+/g, ' ')
  return shelf.length <= maxShelfLength ? shelf : undefined
}

const inOrder = new Intl.Collator('sv', { numeric: true })

/** Orders parts as somebody walks past their shelves: A2 before A10, those without a shelf last, then by number. */
export function byShelf(one: { shelf: string; sku: string }, other: { shelf: string; sku: string }): number {
  if ((one.shelf === '') !== (other.shelf === '')) return one.shelf === '' ? 1 : -1
  return inOrder.compare(one.shelf, other.shelf) || (one.sku < other.sku ? -1 : 1)
}
