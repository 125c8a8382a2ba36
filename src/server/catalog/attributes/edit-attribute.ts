import { inEachLanguage, languages, type Language } from '../../../domain/places/locales.ts'
import { attributeKinds, fitsKind, type AttributeKind } from '../../../domain/products/attribute-kinds.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { pagesTag } from '../../platform/db/statements/invalidation-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { yesValue } from '../../search/document-source.ts'
import { lockTree } from '../arrange/lock-tree.ts'
import { CatalogError } from '../catalog-error.ts'
import { insertInvalidations, labelsTag } from '../change-queries.ts'
import { nextAttributePosition } from '../import/definition-queries.ts'
import { reindex } from '../reindex/reindex.ts'
import { storableLine } from '../storable-text.ts'
import {
  attributeById,
  attributeOrder,
  categoriesWithAttribute,
  deleteAttribute,
  differentValues,
  insertAttribute,
  orderAttributes,
  productsWithAttribute,
  replaceLabels,
  updateAttribute,
  type StoredAttribute,
} from './attribute-queries.ts'

export type AttributeServices = Pick<Shop, 'db' | 'now'>
type Words = Record<Language, string>
type Labels = ReadonlyMap<string, Words>
export type AttributeText = { name: Words; unit: string; isFacet: boolean; kind: AttributeKind }
/** `isUnitSure`: the person knows that the values stay as they are under another unit. */
export type AttributeChange = AttributeText & { labels: ReadonlyMap<string, Words>; isUnitSure: boolean }

const maxLengths = { name: 80, unit: 40, label: 250 }
const idForm = /^[a-z][a-z0-9_]{0,59}$/
const maxNamed = 5

/** Makes an attribute, the last one in the order. Throws CatalogError. */
export async function makeAttribute(
  { db, now }: AttributeServices,
  id: string,
  wanted: AttributeText & Partial<Pick<AttributeChange, 'labels'>>,
): Promise<void> {
  const { name, unit, isFacet, kind } = validAttribute(wanted)
  if (!idForm.test(id))
    throw new CatalogError('catalog_attribute_id', `"${id}" is no name for files: small letters, digits and _.`)
  await db.transaction().execute(async (trx) => {
    await lockTree(trx)
    if (await attributeById(trx, id))
      throw new CatalogError('catalog_attribute_taken', `There is an attribute ${id}.`, { name: id })
    const position = await nextAttributePosition(trx)
    await insertAttribute(trx, { id, unit, facet: isFacet ? 1 : 0, position, kind, edited: 1 }, name)
    if (wanted.labels) await replaceLabels(trx, id, checkedLabels(new Map(), wanted.labels))
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

/**
 * Changes an attribute; the values of products never change, and the search follows. Throws CatalogError where values
 * are none of the new kind, where another unit would give values another meaning and nobody has said so, and while an
 * import writes.
 */
export async function changeAttribute(
  { db, now }: AttributeServices,
  id: string,
  wanted: AttributeChange,
): Promise<void> {
  const { name, unit, isFacet, kind } = validAttribute(wanted)
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    const before = await knownAttribute(trx, id)
    if (before.kind !== kind) await changeKind(trx, id, kind)
    if (before.unit !== unit && !wanted.isUnitSure && (await productsWithAttribute(trx, id, 1)) > 0)
      throw new CatalogError('catalog_unit', 'The values stay as they are: say that they have this unit.', {
        before: before.unit || '–',
        after: unit || '–',
      })
    if (before.facet === 1 && !isFacet) await refuseFits(trx, id)
    await updateAttribute(trx, { id, unit, facet: isFacet ? 1 : 0, kind, edited: 1 }, name)
    const labels = checkedLabels(before.labels, wanted.labels)
    await replaceLabels(trx, id, labels)
    await followInSearch(trx, now(), before, { name, unit, labels })
    // What is a facet is in the columns of lists.
    const tags = (before.facet === 1) === isFacet ? [pagesTag, labelsTag] : ['catalog']
    await insertInvalidations(trx, tags, now().toISOString())
  })
}

/** Puts an attribute one place further up or down in the order of filters and facts. */
export function shiftAttribute(services: AttributeServices, id: string, way: 'up' | 'down'): Promise<void> {
  return moveAttribute(services, id, (at) => at + (way === 'up' ? -1 : 1))
}

/** Puts an attribute at a place in the order of filters and facts, from 0 on. */
export function placeAttribute(services: AttributeServices, id: string, place: number): Promise<void> {
  return moveAttribute(services, id, () => place)
}

async function moveAttribute(
  { db, now }: AttributeServices,
  id: string,
  placeOf: (at: number) => number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    await knownAttribute(trx, id)
    const ids = await attributeOrder(trx)
    const at = ids.indexOf(id)
    const to = Math.min(ids.length - 1, Math.max(0, placeOf(at)))
    await orderAttributes(trx, ids.toSpliced(at, 1).toSpliced(to, 0, id))
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

/** Deletes an attribute that nothing uses. Throws CatalogError. */
export async function removeAttribute({ db, now }: AttributeServices, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTree(trx)
    await knownAttribute(trx, id)
    if (!(await deleteAttribute(trx, id)))
      throw new CatalogError('catalog_used', 'Only an attribute that nothing uses is deleted.')
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

async function knownAttribute(trx: DatabaseTransaction, id: string): Promise<StoredAttribute> {
  const found = await attributeById(trx, id)
  if (!found) throw new CatalogError('catalog_unknown', `There is no attribute "${id.slice(0, 120)}".`)
  return found
}

/** Products are found by the unit of an attribute, the words of their value, and the name of what they say yes to. */
async function followInSearch(
  trx: DatabaseTransaction,
  now: Date,
  before: StoredAttribute,
  { name, unit, labels }: Pick<AttributeChange, 'name' | 'unit' | 'labels'>,
): Promise<void> {
  const isRenamed = languages.some((language) => before.name[language] !== name[language])
  const values = before.unit === unit ? [...labels.keys(), ...(isRenamed ? [yesValue] : [])] : null
  if (values?.length !== 0) await reindex(trx, now, { of: 'attribute', id: before.id, values })
}

/** While nobody writes values. */
async function changeKind(trx: DatabaseTransaction, id: string, kind: AttributeKind): Promise<void> {
  await lockTree(trx)
  const others = (await differentValues(trx, id)).filter((value) => !fitsKind(value, kind))
  if (others.length === 0) return
  const values = others.slice(0, maxNamed).join(', ')
  throw new CatalogError('catalog_kind', `These values do not fit: ${values}.`, { values, count: others.length })
}

async function refuseFits(trx: DatabaseTransaction, id: string): Promise<void> {
  const { fits } = await categoriesWithAttribute(trx, id, 'en')
  if (fits.length === 0) return
  const names = fits.map(({ name }) => name).join(', ')
  throw new CatalogError('catalog_fit_facet', `Alternatives of ${names} agree in it.`, { names })
}

function validAttribute({ name, unit, isFacet, kind }: AttributeText): AttributeText {
  const names = inEachLanguage((language) => storableLine(name[language]))
  if (languages.some((language) => names[language] === '' || names[language].length > maxLengths.name))
    throw new CatalogError(
      'catalog_attribute_name',
      `An attribute has a name of at most ${maxLengths.name} characters.`,
    )
  if (!attributeKinds.includes(kind)) throw new CatalogError('catalog_kind', 'There is no such kind.')
  return { name: names, unit: storableLine(unit).slice(0, maxLengths.unit), isFacet, kind }
}

/** Words of a value stand in both languages or in none. */
function checkedLabels(before: Labels, labels: Labels): Labels {
  return new Map(
    [...labels].flatMap(([value, words]) => {
      const [en, sv] = [
        storableLine(words.en).slice(0, maxLengths.label),
        storableLine(words.sv).slice(0, maxLengths.label),
      ]
      const stored = before.get(value)
      if ((stored?.en ?? '') === en && (stored?.sv ?? '') === sv) return []
      if ((en === '') !== (sv === ''))
        throw new CatalogError('catalog_choice', `"${value}" has words in both languages or in none.`, {
          value: value.slice(0, 60),
        })
      return [[value, { en, sv }] as const]
    }),
  )
}
