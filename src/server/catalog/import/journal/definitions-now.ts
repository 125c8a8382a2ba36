import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database } from '../../../platform/db/tables.ts'
import { brandContacts, brandSlugs, storedAttributes, storedLabels } from '../definition-queries.ts'
import type { CategoryDefinition } from '../rows/categories.ts'
import type { DefinitionChanges } from '../write-definitions.ts'
import type { ImportStep } from './step-json.ts'

/** Reads what an import is about to change of brands, categories and attributes. */
export async function definitionsNow(
  db: Database,
  kind: DatabaseKind,
  { brands, contacts, attributes, labels }: DefinitionChanges,
  categories: readonly CategoryDefinition[],
): Promise<Partial<ImportStep>> {
  const known = new Set((await brandSlugs(db)).map((row) => row.id))
  const changed = attributes.filter(({ isNew }) => !isNew).map(({ id }) => id)
  const stored = Map.groupBy(await storedAttributes(db, kind, changed), (row) => row.id)
  const written = await storedLabels(db, kind, [...new Set(labels.map((row) => row.attribute_id))])
  const labelOf = new Map(written.map((row) => [keyOf(row), row.label]))
  return {
    categories: categories.map(({ id }) => id),
    brands: brands.flatMap(({ id }) => (known.has(id) ? [] : [id])),
    contacts: await contactsNow(db, kind, contacts),
    attributes: attributes.filter(({ isNew }) => isNew).map(({ id }) => id),
    changedAttributes: [...stored].map(([id, rows]) => {
      const name = (language: 'en' | 'sv') => rows.find((row) => row.language === language)?.name ?? ''
      const { unit = '', facet = 0, edited = 0 } = rows[0] ?? {}
      return { id, unit, facet: facet === 1, edited: edited === 1, en: name('en'), sv: name('sv') }
    }),
    labels: labels.map((row) => ({
      attribute_id: row.attribute_id,
      value: row.value,
      language: row.language,
      label: labelOf.get(keyOf(row)) ?? '',
    })),
  }
}

function contactsNow(db: Database, kind: DatabaseKind, contacts: DefinitionChanges['contacts']) {
  return brandContacts(
    db,
    kind,
    contacts.map(({ id }) => id),
  )
}

function keyOf({
  attribute_id: attribute,
  value,
  language,
}: Pick<Label, 'attribute_id' | 'value' | 'language'>): string {
  return `${attribute} ${language} ${value}`
}

type Label = Awaited<ReturnType<typeof storedLabels>>[number]
