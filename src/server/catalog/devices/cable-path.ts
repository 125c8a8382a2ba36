import type { FindPartsQuery } from '../../../contracts/catalog-pages/find-parts-page.ts'
import { connectors } from '../../../domain/products/connectors.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { isKnownChoice } from '../listing/listing-queries.ts'
import { hasCable } from './device-queries.ts'
import type { FinderPlace } from './finder-place.ts'

/**
 * Builds the address that the cable selector leads to: the cable category, filtered by both connectors. A cable fits
 * either way round, so the two ends are swapped where the category has only that order. Undefined when an end is
 * missing or a connector is unknown.
 */
export async function cablePath(
  db: Queryable,
  { category }: FinderPlace,
  { from, to, length }: FindPartsQuery,
): Promise<string | undefined> {
  if (!category || !from || !to || !(await isConnector(db, from)) || !(await isConnector(db, to))) return undefined
  const as = (a: string, b: string) => [
    { attribute: connectors.from, value: a },
    { attribute: connectors.to, value: b },
  ]
  const isTurned =
    from !== to && !(await hasCable(db, category.id, as(from, to))) && (await hasCable(db, category.id, as(to, from)))
  const choices = [
    ...(isTurned ? as(to, from) : as(from, to)),
    ...(length ? [{ attribute: connectors.length, value: length }] : []),
  ]
  const filter = choices.map(({ attribute, value }) => `${attribute}:${value}`).join('~')
  return `${category.path}?${new URLSearchParams({ filter })}#grid`
}

async function isConnector(db: Queryable, value: string): Promise<boolean> {
  return (await isKnownChoice(db, connectors.from, value)) || isKnownChoice(db, connectors.to, value)
}
