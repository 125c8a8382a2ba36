import { itemMark, type FeedRow } from '../feeds/feed-row.ts'
import { bmecatColumns } from './bmecat-columns.ts'
import type { CatalogColumns } from './feature-columns.ts'
import { icecatColumns } from './icecat-columns.ts'

/** The columns of a file in a format of catalogues, which says what its elements mean; undefined for other files. */
export function catalogColumns(rowsAt: string, rows: readonly FeedRow[]): CatalogColumns | undefined {
  const textsAt = (path: string) => rows.flatMap((row) => row.get(path).split(itemMark)).filter((text) => text !== '')
  const bmecat = /^\/BMECAT\/T_[A-Z_]+\/(ARTICLE|PRODUCT)$/.exec(rowsAt)
  if (bmecat) return bmecatColumns(bmecat[1] === 'ARTICLE' ? 'ARTICLE' : 'PRODUCT', rows, textsAt)
  return textsAt('@Prod_id').length > 0 ? icecatColumns(textsAt) : undefined
}
