import { languages } from '../../../../domain/places/locales.ts'
import type { OptionValues } from '../../../../domain/products/variant-options.ts'
import { attributeText } from '../../../catalog/products/attribute-value.ts'
import type { Queryable } from '../../../platform/db/tables.ts'
import { valueLabels } from '../record/record-names-queries.ts'
import type { RecordNames } from '../record/record-names.ts'
import type { Labels } from './new-variant.ts'

const maxLength = 120

/** What variants with these values are called in each language: `Svart, 65 W`. */
export async function optionLabels(
  db: Queryable,
  { attributeList }: Pick<RecordNames, 'attributeList'>,
  wanted: readonly OptionValues[],
): Promise<Labels[]> {
  const pairs = wanted.flatMap((values) => [...values].flatMap(([id, all]) => all.map((value) => [id, value] as const)))
  const rows = await valueLabels(
    db,
    pairs.map(([attribute_id, value]) => ({ attribute_id, value })),
  )
  const known = new Map(rows.map((row) => [`${row.language} ${row.attribute_id} ${row.value}`, row.label]))
  const unitOf = new Map(attributeList.map(({ id, unit }) => [id, unit]))
  return wanted.map((values) => {
    const texts = languages.map((language) => {
      const each = [...values].flatMap(([id, all]) =>
        all.map((value) => {
          const label = known.get(`${language} ${id} ${value}`) ?? null
          return attributeText({ unit: unitOf.get(id) ?? '', value, label }, language)
        }),
      )
      return [language, each.join(', ').slice(0, maxLength)] as const
    })
    return Object.fromEntries(texts) as Labels
  })
}
