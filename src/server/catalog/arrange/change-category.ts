import { languages } from '../../../domain/places/locales.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { pagesTag } from '../../platform/db/statements/invalidation-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { filterAttributes, replaceFitAttributes } from '../alternatives/fit-queries.ts'
import { CatalogError } from '../catalog-error.ts'
import { insertInvalidations } from '../change-queries.ts'
import { maxFitAttributes, maxInMenu } from '../maintenance/catalog-settings.ts'
import { isAddress } from '../maintenance/is-address.ts'
import { replaceMenu } from '../maintenance/operator-queries.ts'
import { knownAttributes, replaceFacts } from '../products/card-fact-queries.ts'
import { maxFacts } from '../products/card-facts.ts'
import { reindex } from '../reindex/reindex.ts'
import { assignPaths } from './assign-paths.ts'
import { CategoryTree } from './category-tree.ts'
import { checkedWords, type CategoryWordsIn } from './category-words.ts'
import { lockTree } from './lock-tree.ts'
import { knownIn, type Arranging } from './make-category.ts'
import {
  categoryRecord,
  menuIds,
  pictureOfSku,
  readTree,
  updateCategory,
  updateText,
  type CategoryRecord,
} from './tree-queries.ts'

/** What is to change of a category; what is undefined stays. */
export type CategoryChange = {
  words?: CategoryWordsIn
  /** Where links to it lead instead of its own page. */
  uri?: string | null
  isInMenu?: boolean
  /** Attributes on cards, in their order, and those in which alternatives agree; none returns to those above. */
  facts?: readonly string[]
  fits?: readonly string[]
  /** The product whose picture it shows; null for none. */
  pictureOf?: string | null
}

/**
 * Changes a category. An address that changes redirects, with those below it; the search follows a name. Purges only
 * the pages that show what changed. Throws CatalogError.
 */
export async function changeCategory({ db, now }: Arranging, id: string, wanted: CategoryChange): Promise<void> {
  await db.transaction().execute((trx) => changeCategoryIn(trx, now(), id, wanted))
}

/** Like `changeCategory`, in a transaction of the caller. */
export async function changeCategoryIn(
  trx: DatabaseTransaction,
  now: Date,
  id: string,
  wanted: CategoryChange,
): Promise<void> {
  const words = wanted.words && checkedWords(wanted.words)
  if (typeof wanted.uri === 'string' && !isAddress(wanted.uri))
    throw new CatalogError('catalog_uri', `"${wanted.uri}" is no address: write a path, or one with https://.`)
  await lockImports(trx)
  const before = await categoryRecord(trx, id)
  if (!before) throw new CatalogError('catalog_unknown', `There is no category "${id.slice(0, 120)}".`)
  if (words) {
    await writeWords(trx, before, words)
    if (before.texts.some((text) => text.name !== words[text.language].name))
      await reindex(trx, now, { of: 'category', id, values: null })
  }
  await writeLinks(trx, id, wanted)
  await writeAttributes(trx, before, wanted)
  const tags = tagsOf(before, await categoryRecord(trx, id))
  if (tags.length > 0) await insertInvalidations(trx, tags, now.toISOString())
}

const slugIn = (record: CategoryRecord, language: string): string | undefined =>
  record.texts.find((text) => text.language === language)?.slug

/** An address changes only while no import writes. */
async function readdress(trx: DatabaseTransaction, id: string, words: CategoryWordsIn): Promise<void> {
  await lockTree(trx)
  const tree = await readTree(trx)
  const { slug } = knownIn(tree, id)
  for (const language of languages) slug[language] = words[language].slug
  await assignPaths(trx, new CategoryTree(tree.below(null)), id)
}

async function writeWords(trx: DatabaseTransaction, before: CategoryRecord, words: CategoryWordsIn): Promise<void> {
  const { id } = before.row
  if (languages.some((language) => slugIn(before, language) !== words[language].slug)) await readdress(trx, id, words)
  for (const language of languages) {
    const { name, description, pageTitle, metaDescription } = words[language]
    const columns = { name, description, page_title: pageTitle, meta_description: metaDescription }
    await updateText(trx, { id, language }, columns)
  }
}

async function writeLinks(trx: DatabaseTransaction, id: string, { uri, isInMenu, pictureOf }: CategoryChange) {
  if (uri !== undefined) await updateCategory(trx, id, { uri })
  if (pictureOf !== undefined) await updateCategory(trx, id, { picture_id: await pictureIn(trx, pictureOf) })
  if (isInMenu === undefined) return
  const menu = await menuIds(trx)
  if (menu.includes(id) === isInMenu) return
  const next = isInMenu ? [...menu, id] : menu.filter((each) => each !== id)
  if (next.length > maxInMenu)
    throw new CatalogError('catalog_menu', `The main menu has at most ${maxInMenu} categories.`, { most: maxInMenu })
  await replaceMenu(trx, next)
}

async function pictureIn(trx: DatabaseTransaction, sku: string | null): Promise<string | null> {
  if (sku === null) return null
  const picture = (await pictureOfSku(trx, sku))?.picture_id ?? null
  if (picture !== null) return picture
  throw new CatalogError('catalog_picture', `There is no product ${sku} with a picture.`, { sku: sku.slice(0, 80) })
}

async function writeAttributes(
  trx: DatabaseTransaction,
  before: CategoryRecord,
  { facts, fits }: CategoryChange,
): Promise<void> {
  const { id } = before.row
  if (facts && facts.join('\n') !== before.facts.join('\n')) {
    if (facts.length > maxFacts)
      throw new CatalogError('catalog_facts', `A card shows at most ${maxFacts} facts.`, { most: maxFacts })
    refuseUnknown(facts, await knownAttributes(trx, facts))
    await replaceFacts(trx, id, [...new Set(facts)])
  }
  if (fits && fits.toSorted().join('\n') !== before.fits.toSorted().join('\n')) {
    if (fits.length > maxFitAttributes)
      throw new CatalogError('catalog_fits', `At most ${maxFitAttributes} attributes decide what fits.`, {
        most: maxFitAttributes,
      })
    refuseUnknown(fits, await filterAttributes(trx, fits))
    await replaceFitAttributes(trx, id, [...new Set(fits)])
  }
}

function refuseUnknown(ids: readonly string[], known: ReadonlySet<string>): void {
  const name = ids.find((id) => !known.has(id))
  if (name !== undefined)
    throw new CatalogError('catalog_attribute', `There is no attribute ${name} that lists are filtered by.`, { name })
}

/** A text of the category's own page purges that page alone; what other pages show of it purges the catalogue. */
function tagsOf(before: CategoryRecord, after: CategoryRecord | undefined): string[] {
  if (!after) return []
  const ownText = ({ texts }: CategoryRecord) =>
    JSON.stringify(texts.map((row) => [row.description, row.meta_description, row.page_title]))
  const shared = ({ row, texts, facts, fits }: CategoryRecord) =>
    JSON.stringify([row.uri, row.main_menu, row.picture_id, facts, fits, texts.map(({ name, path }) => [name, path])])
  const isShared = shared(before) !== shared(after)
  const isOwn = ownText(before) !== ownText(after)
  if (isShared) return [pagesTag, 'layout']
  return isOwn ? [`category:${before.row.id}`] : []
}
