import { locales, type Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { AttributeValues, type AttributeRanks } from './attribute-ranks.ts'
import { labelsOf, namesAfter, valuesAfter } from './column-queries.ts'

const rowsPerRead = 2_000

/** Reads the names of all listed products by `seq`. */
export async function readNames(listDb: Queryable, language: Language): Promise<readonly string[]> {
  const names: string[] = []
  for (let after = -1; ;) {
    const rows = await namesAfter(listDb, language, after, rowsPerRead)
    for (const { seq, name } of rows) names[seq] = name ?? ''
    after = rows.at(-1)?.seq ?? after
    if (rows.length < rowsPerRead) return names
  }
}

/** Reads the places of all listed products in the order of an attribute's values; none has one if it is unknown. */
export async function readRanks(listDb: Queryable, attribute: string, language: Language): Promise<AttributeRanks> {
  const values = new AttributeValues()
  for (let after = { value: '', product_id: '' }; ;) {
    const rows = await valuesAfter(listDb, attribute, after, rowsPerRead)
    for (const { seq, value } of rows) values.add(seq, value)
    after = rows.at(-1) ?? after
    if (rows.length < rowsPerRead) break
  }
  const labels = await labelsOf(listDb, language, attribute)
  return values.ranks(labels, new Intl.Collator(locales[language].iso, { numeric: true }))
}
