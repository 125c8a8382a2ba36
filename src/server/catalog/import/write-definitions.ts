import { languages } from '../../../domain/places/locales.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import { pagesTag } from '../../platform/db/statements/invalidation-queries.ts'
import type { Database, NewRow } from '../../platform/db/tables.ts'
import { writeInvalidations } from '../maintenance/finish-queries.ts'
import {
  attributePlace,
  brandContacts,
  categoriesAt,
  editedAttributes,
  insertBrands,
  insertCategory,
  insertDocuments,
  insertPictures,
  isMenuChosen,
  nextCategoryPosition,
  storedAttributes,
  storedLabels,
  updateBrandContact,
  upsertAttributes,
  upsertLabels,
} from './definition-queries.ts'
import type { CategoryDefinition } from './rows/categories.ts'
import type { AttributeDefinition, Definitions } from './rows/definitions.ts'

export async function writeCategories(
  db: Database,
  kind: DatabaseKind,
  created: readonly CategoryDefinition[],
): Promise<void> {
  const paths = created.map(({ path }) => path.en)
  const known = new Set((await categoriesAt(db, kind, 'en', paths)).map((row) => row.category_id))
  const isChosen = await isMenuChosen(db)
  for (const { id, parent, name, slug, path } of created.filter((category) => !known.has(category.id))) {
    const position = await nextCategoryPosition(db, parent)
    await insertCategory(
      db,
      {
        id,
        parent_id: parent,
        position,
        main_menu: parent === null && !isChosen ? 1 : 0,
        picture_id: null,
        uri: null,
        product_count: 0,
      },
      languages.map((language) => ({
        category_id: id,
        language,
        name: name[language],
        slug: slug[language],
        path: path[language],
        description: '',
      })),
    )
  }
}

/** `before` is the next attribute of the profile that the shop has; a new one is placed before it. */
export type AttributeChange = AttributeDefinition & { isNew: boolean; before: string | null }

/** What an import does to the names, units and words of attributes that staff have edited. */
export type EditedAttributes = 'keep' | 'replace'

/**
 * Returns the attributes that are new, or whose texts in the profile differ from the stored ones, and the ids of those
 * that differ and are kept, because staff have edited them.
 */
export async function changedAttributes(
  db: Database,
  kind: DatabaseKind,
  definitions: Definitions,
  edited: EditedAttributes,
): Promise<{ changed: AttributeChange[]; kept: string[] }> {
  const stored = Map.groupBy(await storedAttributes(db, kind, [...definitions.attributes.keys()]), (row) => row.id)
  const differing = [...definitions.attributes.values()].filter(({ id, name, unit, facet, from }) => {
    const rows = stored.get(id)
    if (!rows || from === 'found') return !rows
    return rows.some((row) => row.unit !== unit || (row.facet === 1) !== facet || row.name !== name[row.language])
  })
  const nextStored = new Map<string, string | null>()
  let before: string | null = null
  for (const { id, from } of [...definitions.attributes.values()].toReversed()) {
    nextStored.set(id, before)
    if (from === 'given' && stored.has(id)) before = id
  }
  const isKept = ({ id }: AttributeDefinition) => edited === 'keep' && stored.get(id)?.[0]?.edited === 1
  return {
    changed: differing
      .filter((attribute) => !isKept(attribute))
      .map((attribute) => ({
        ...attribute,
        isNew: !stored.has(attribute.id),
        before: nextStored.get(attribute.id) ?? null,
      })),
    kept: differing.filter(isKept).map(({ id }) => id),
  }
}

/** Returns the words of values that are new or differ; of attributes that are kept, only those of new values. */
export async function changedLabels(
  db: Database,
  kind: DatabaseKind,
  { labels }: Definitions,
  edited: EditedAttributes,
): Promise<NewRow<'attribute_value_texts'>[]> {
  const ids = [...labels.keys()]
  const stored = new Map(
    (await storedLabels(db, kind, ids)).map((row) => [`${row.attribute_id} ${row.language} ${row.value}`, row.label]),
  )
  const kept = edited === 'keep' ? await editedAttributes(db, kind, ids) : new Set<string>()
  return [...labels].flatMap(([attribute_id, values]) =>
    [...values].flatMap(([value, words]) =>
      languages
        .map((language) => ({ attribute_id, value, language, label: words[language] }))
        .filter(({ language, label }) => {
          const before = stored.get(`${attribute_id} ${language} ${value}`)
          return before !== label && (before === undefined || !kept.has(attribute_id))
        }),
    ),
  )
}

type ContactChange = Pick<NewRow<'brands'>, 'id' | 'maker' | 'eu_contact'>

/** Returns the brands whose contacts in the feed differ from the stored ones; what the feed does not say is kept. */
export async function changedContacts(
  db: Database,
  kind: DatabaseKind,
  { contacts }: Definitions,
): Promise<ContactChange[]> {
  if (contacts.size === 0) return []
  const stored = await brandContacts(db, kind, [...contacts.keys()])
  return stored.flatMap(({ id, maker, eu_contact }) => {
    const found = contacts.get(id)
    const changed = { id, maker: found?.maker || maker, eu_contact: found?.eu_contact || eu_contact }
    return changed.maker === maker && changed.eu_contact === eu_contact ? [] : [changed]
  })
}

export type DefinitionChanges = {
  contacts: ContactChange[]
  /** The moment of the import. */
  at: string
  brands: NewRow<'brands'>[]
  attributes: AttributeChange[]
  labels: NewRow<'attribute_value_texts'>[]
  pictures: NewRow<'pictures'>[]
  documents: NewRow<'document_files'>[]
}

export async function writeDefinitions(db: Database, kind: DatabaseKind, changes: DefinitionChanges): Promise<void> {
  await insertBrands(db, kind, changes.brands)
  for (const contact of changes.contacts) await updateBrandContact(db, contact)
  if (changes.contacts.length > 0) await writeInvalidations(db, kind, [pagesTag], changes.at)
  await insertPictures(db, kind, changes.pictures)
  await insertDocuments(db, kind, changes.documents)
  if (changes.attributes.length > 0) await writeAttributes(db, kind, changes.attributes)
  await upsertLabels(db, kind, changes.labels)
}

async function writeAttributes(
  db: Database,
  kind: DatabaseKind,
  attributes: readonly AttributeChange[],
): Promise<void> {
  const places = new Map<string, number>()
  const added = attributes.filter(({ isNew }) => isNew)
  for (const [before, group] of Map.groupBy(added, (attribute) => attribute.before)) {
    const first = await attributePlace(db, before, group.length)
    for (const [at, { id }] of group.entries()) places.set(id, first + at)
  }
  await upsertAttributes(
    db,
    kind,
    attributes.map(({ id, unit, facet }) => ({
      id,
      unit,
      facet: facet ? 1 : 0,
      position: places.get(id) ?? 0,
      edited: 0,
    })),
    attributes.flatMap(({ id, name }) =>
      languages.map((language) => ({ attribute_id: id, language, name: name[language] })),
    ),
  )
}
