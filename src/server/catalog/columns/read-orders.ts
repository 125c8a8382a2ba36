import { locales, type Language } from '../../../domain/places/locales.ts'
import { slices } from '../../platform/db/bulk.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { AttributeValues, ranksOfTerms, type AttributeRanks } from './attribute-ranks.ts'
import { labelsOf, namesAfter, namesWith, valuesAfter, valuesWith } from './column-queries.ts'
import type { ProductColumns } from './product-columns.ts'

const rowsPerRead = 2_000
/** Products by number that are read at a time. */
const changedPerRead = 500

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

/** Returns the names with those of some products read again. */
export async function readNamesAgain(
  listDb: Queryable,
  language: Language,
  before: readonly string[],
  changed: readonly number[],
): Promise<readonly string[]> {
  const names = before.slice()
  for (const seqs of slices(changed, changedPerRead))
    for (const { seq, name } of await namesWith(listDb, language, seqs)) names[seq] = name ?? ''
  return names
}

/** The values of an attribute, and the places of all listed products in their order; none has one if it is unknown. */
export type RankedValues = { values: AttributeValues; ranks: AttributeRanks }

export async function readRanks(listDb: Queryable, attribute: string, language: Language): Promise<RankedValues> {
  const values = new AttributeValues()
  for (let after = { value: '', product_id: '' }; ;) {
    const rows = await valuesAfter(listDb, attribute, after, rowsPerRead)
    for (const { seq, value } of rows) values.add(seq, value)
    after = rows.at(-1) ?? after
    if (rows.length < rowsPerRead) break
  }
  return { values, ranks: await ranksOf(listDb, attribute, language, values) }
}

/** Returns the ranks with the values of some products read again; changes `values`. */
export async function readRanksAgain(
  listDb: Queryable,
  attribute: string,
  language: Language,
  { values }: RankedValues,
  changed: readonly number[],
): Promise<RankedValues> {
  for (const seqs of slices(changed, changedPerRead)) values.replace(seqs, await valuesWith(listDb, attribute, seqs))
  return { values, ranks: await ranksOf(listDb, attribute, language, values) }
}

async function ranksOf(listDb: Queryable, attribute: string, language: Language, values: AttributeValues) {
  return values.ranks(await labelsOf(listDb, language, attribute), collatorOf(language))
}

/** Ranks by the values that the columns have, which are those of facets. */
export async function ranksInColumns(
  listDb: Queryable,
  attribute: string,
  language: Language,
  columns: ProductColumns,
): Promise<AttributeRanks> {
  const labels = await labelsOf(listDb, language, attribute)
  return ranksOfTerms(columns, columns.terms.ofFacet(attribute), labels, collatorOf(language))
}

function collatorOf(language: Language): Intl.Collator {
  return new Intl.Collator(locales[language].iso, { numeric: true })
}
