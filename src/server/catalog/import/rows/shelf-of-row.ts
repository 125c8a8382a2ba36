import { maxShelfLength, readShelf } from '../../../../domain/products/shelves.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'

/** Reads where a row's part is in the stock; undefined for an empty cell, which says nothing. Throws RowProblem. */
export function shelfOfRow({ shelf }: { shelf?: { column: string } | undefined }, row: FeedRow): string | undefined {
  const text = shelf ? row.get(shelf.column).trim() : ''
  if (shelf === undefined || text === '') return undefined
  const name = readShelf(text)
  if (name === undefined) throw new RowProblem(shelf.column, 'text_long', { count: text.length, most: maxShelfLength })
  return name
}
