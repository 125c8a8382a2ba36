import { languages, type Language } from '../../../domain/places/locales.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { href } from '../../../routes.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { pagesTag } from '../../platform/db/statements/invalidation-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { CatalogError } from '../catalog-error.ts'
import { insertInvalidations } from '../change-queries.ts'
import { redirect } from '../maintenance/write-queries.ts'
import { storableLine, storableText } from '../storable-text.ts'
import {
  addToTag,
  deleteTag,
  insertTag,
  lastTagPosition,
  productsOfTag,
  tagAtSlug,
  tagPosition,
  tagTexts,
  updateTagText,
  type TagText,
} from './tag-queries.ts'

export type TagServices = Pick<Shop, 'db' | 'now'>
/** What is to be stored of a tag by language; an empty slug follows from the name. */
export type TagTexts = Readonly<Record<Language, TagText>>
/** A tag with everything that the audit log keeps of it, so that it can be restored. */
export type WholeTag = { readonly texts: TagTexts; readonly position: number; readonly products: readonly string[] }

const maxLengths = { name: 120, slug: 120, description: 20_000 }
/** The products of a larger tag are too many for one entry of the audit log. */
const maxOfTag = 5_000

/** A tag with its products, in a transaction of the caller; undefined where there is none. */
export async function wholeTag(trx: DatabaseTransaction, id: string): Promise<WholeTag | undefined> {
  const position = await tagPosition(trx, id)
  if (position === undefined) return undefined
  return { texts: await textsOf(trx, id), position, products: await productsOfTag(trx, id, maxOfTag + 1) }
}

/** Makes a tag after all others. Throws CatalogError. */
export async function makeTag({ db, now }: TagServices, id: string, wanted: TagTexts): Promise<void> {
  const texts = checkedTexts(wanted)
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    await writeNew(trx, id, { texts, position: (await lastTagPosition(trx)) + 1, products: [] })
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

/** Changes the texts of a tag; its old addresses redirect. Throws CatalogError. */
export async function changeTag({ db, now }: TagServices, id: string, wanted: TagTexts): Promise<void> {
  const texts = checkedTexts(wanted)
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    const before = await knownTexts(trx, id)
    for (const language of languages) {
      const [from, to] = [before[language].slug, texts[language].slug]
      if (from !== to) {
        await refuseTaken(trx, language, to)
        await sendOn(trx, language, from, to)
      }
      await updateTagText(trx, { tag_id: id, language, ...texts[language] })
    }
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

/** Puts the products of one tag in another, whose addresses those of the first lead to. Throws CatalogError. */
export async function mergeTags({ db, now }: TagServices, fromId: string, intoId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    if (fromId === intoId) throw new CatalogError('catalog_tag_self', 'A tag is merged into another one.', {}, 'into')
    const [from, into] = [await knownTexts(trx, fromId), await knownTexts(trx, intoId)]
    await addToTag(trx, intoId, await fewProducts(trx, fromId))
    await deleteTag(trx, fromId)
    for (const language of languages) await sendOn(trx, language, from[language].slug, into[language].slug)
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

/** Deletes a tag; its products stay, and its addresses lead to the first page. Throws CatalogError. */
export async function removeTag({ db, now }: TagServices, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    const texts = await knownTexts(trx, id)
    await fewProducts(trx, id)
    await deleteTag(trx, id)
    for (const language of languages)
      await redirect(trx, tagHref(language, texts[language].slug), href(language, 'home'))
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

/** Makes a tag that was deleted or merged again, with those of its products that the shop still has. */
export async function restoreTag({ db, now }: TagServices, id: string, tag: WholeTag): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    if ((await tagPosition(trx, id)) !== undefined)
      throw new CatalogError('catalog_tag_there', 'The tag is there already.')
    await writeNew(trx, id, tag)
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

async function writeNew(trx: DatabaseTransaction, id: string, { texts, position, products }: WholeTag): Promise<void> {
  for (const language of languages) await refuseTaken(trx, language, texts[language].slug)
  const rows = languages.map((language) => ({ tag_id: id, language, ...texts[language] }))
  await insertTag(trx, { id, position }, rows)
  await addToTag(trx, id, products)
}

async function textsOf(trx: DatabaseTransaction, id: string): Promise<TagTexts> {
  const rows = new Map(
    (await tagTexts(trx, id)).map(({ language, name, slug, description }) => [language, { name, slug, description }]),
  )
  const none = { name: '', slug: '', description: '' }
  return { en: rows.get('en') ?? none, sv: rows.get('sv') ?? none }
}

async function knownTexts(trx: DatabaseTransaction, id: string): Promise<TagTexts> {
  if ((await tagPosition(trx, id)) === undefined)
    throw new CatalogError('catalog_unknown', `There is no tag "${id.slice(0, 120)}".`)
  return textsOf(trx, id)
}

async function fewProducts(trx: DatabaseTransaction, id: string): Promise<string[]> {
  const products = await productsOfTag(trx, id, maxOfTag + 1)
  if (products.length > maxOfTag)
    throw new CatalogError('catalog_tag_large', `The tag has more than ${maxOfTag} products.`, { most: maxOfTag })
  return products
}

async function refuseTaken(trx: DatabaseTransaction, language: Language, slug: string): Promise<void> {
  if ((await tagAtSlug(trx, language, slug)) === undefined) return
  const address = tagHref(language, slug)
  throw new CatalogError('catalog_tag_taken', `${address} is taken by another tag.`, { address }, `slug_${language}`)
}

const tagHref = (language: Language, slug: string): string => href(language, 'product-tag', { slug })

async function sendOn(trx: DatabaseTransaction, language: Language, from: string, to: string): Promise<void> {
  await redirect(trx, tagHref(language, from), tagHref(language, to))
}

function checkedTexts(wanted: TagTexts): TagTexts {
  return { sv: checkedText(wanted.sv, 'sv'), en: checkedText(wanted.en, 'en') }
}

function checkedText({ name: typed, slug: wanted, description }: TagText, language: Language): TagText {
  const name = storableLine(storableText(typed))
  if (name === '' || name.length > maxLengths.name)
    throw new CatalogError('catalog_tag_name', 'A tag has a name in both languages.', {}, `name_${language}`)
  const slug = wanted.trim() || slugify(name)
  if (slug === '' || slugify(slug) !== slug || slug.length > maxLengths.slug)
    throw new CatalogError(
      'catalog_address',
      `"${slug}" cannot be an address.`,
      { slug: slug.slice(0, maxLengths.slug) },
      `slug_${language}`,
    )
  return { name, slug, description: storableText(description).slice(0, maxLengths.description) }
}
