import { pagesTag } from '../../platform/db/statements/invalidation-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { sanitizeUncached } from '../../platform/sanitize.ts'
import type { Shop } from '../../platform/shop.ts'
import { filterAttributes, replaceFitAttributes } from '../alternatives/fit-queries.ts'
import { CatalogError } from '../catalog-error.ts'
import { insertInvalidations, productsShowing } from '../change-queries.ts'
import { knownAttributes, replaceFacts } from '../products/card-fact-queries.ts'
import { maxFacts } from '../products/card-facts.ts'
import { isAddress } from './is-address.ts'
import { categoryIdsAt, replaceMenu, updateCategoryUri, updateDecoration } from './operator-queries.ts'

type Services = Pick<Shop, 'db' | 'now'>

const maxDecorationLength = 200
export const maxFitAttributes = 8
/** More do not fit into the header at 1440 px. */
export const maxInMenu = 12

/**
 * Makes a category's links lead to another address (null: to its own page) and purges the pages that show them.
 * Returns the category's id.
 */
export async function setCategoryUri({ db, now }: Services, slug: string, uri: string | null): Promise<string> {
  if (uri !== null && !isAddress(uri))
    throw new CatalogError(
      'catalog_uri',
      `"${uri}" is no address: write a path such as /en/find-parts, or one that begins with https://.`,
    )
  return db.transaction().execute(async (trx) => {
    const id = await categoryAt(trx, slug)
    await updateCategoryUri(trx, id, uri)
    await insertInvalidations(trx, [pagesTag, 'layout'], now().toISOString())
    return id
  })
}

/** Makes these categories, in this order, the main menu, and purges every page. */
export async function setMenu({ db, now }: Services, slugs: readonly string[]): Promise<void> {
  if (slugs.length > maxInMenu)
    throw new CatalogError('catalog_menu', `The main menu has at most ${maxInMenu} categories.`)
  await db.transaction().execute(async (trx) => {
    const ids: string[] = []
    for (const slug of slugs) ids.push(await categoryAt(trx, slug))
    if (new Set(ids).size < ids.length) throw new CatalogError('catalog_menu', 'A category is in the main menu once.')
    await replaceMenu(trx, ids)
    await insertInvalidations(trx, [pagesTag, 'layout'], now().toISOString())
  })
}

/** The id of the category with this id, slug or path. Throws CatalogError for none or several. */
export async function categoryAt(db: Queryable, slug: string): Promise<string> {
  const [id, ...others] = await categoryIdsAt(db, slug)
  if (id === undefined) throw new CatalogError('catalog_unknown', `There is no category ${slug}.`)
  if (others.length > 0)
    throw new CatalogError(
      'catalog_unknown',
      `Several categories are called ${slug}: write the whole path of one, such as laptop/${slug}.`,
    )
  return id
}

/**
 * Chooses the attributes that cards show in a category and below it, in their order; none returns to those of the
 * category above. Returns the category's id.
 */
export async function setCategoryFacts(
  { db, now }: Services,
  slug: string,
  attributeIds: readonly string[],
): Promise<string> {
  if (attributeIds.length > maxFacts) throw new CatalogError('catalog_facts', `A card shows at most ${maxFacts} facts.`)
  const known = await knownAttributes(db, attributeIds)
  const unknown = attributeIds.find((id) => !known.has(id))
  if (unknown !== undefined) throw new CatalogError('catalog_attribute', `There is no attribute ${unknown}.`)
  return db.transaction().execute(async (trx) => {
    const id = await categoryAt(trx, slug)
    await replaceFacts(trx, id, [...new Set(attributeIds)])
    await insertInvalidations(trx, [pagesTag], now().toISOString())
    return id
  })
}

/**
 * Chooses the attributes in which alternatives to a part must agree with it, in a category and below it; none returns
 * to those of the category above. Returns the category's id.
 */
export async function setFitAttributes(
  { db, now }: Services,
  slug: string,
  attributeIds: readonly string[],
): Promise<string> {
  if (attributeIds.length > maxFitAttributes)
    throw new CatalogError('catalog_fits', `At most ${maxFitAttributes} attributes decide what fits.`)
  const known = await filterAttributes(db, attributeIds)
  const unknown = attributeIds.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new CatalogError('catalog_attribute', `There is no attribute ${unknown} that lists are filtered by.`)
  return db.transaction().execute(async (trx) => {
    const id = await categoryAt(trx, slug)
    await replaceFitAttributes(trx, id, [...new Set(attributeIds)])
    await insertInvalidations(trx, [pagesTag], now().toISOString())
    return id
  })
}

/** Sets or removes the short HTML text on a product's card; returns the sanitized HTML. */
export async function setDecoration({ db, now }: Services, sku: string, html: string): Promise<string> {
  const decoration = sanitizeUncached(html).trim()
  if (html.trim() !== '' && decoration.replace(/<[^>]*>/g, '').trim() === '')
    throw new CatalogError(
      'catalog_text',
      'Nothing of that text may be shown: write words, with <strong> or <em> at most.',
    )
  if (decoration.length > maxDecorationLength)
    throw new CatalogError('catalog_text', `A decoration has at most ${maxDecorationLength} characters.`)
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    const id = await updateDecoration(trx, sku, decoration, at)
    if (id === undefined) throw new CatalogError('catalog_sku', `There is no product ${sku}.`)
    const shown = await productsShowing(trx, [id])
    await insertInvalidations(trx, [pagesTag, ...shown.map((each) => `product:${each}`)], at)
  })
  return decoration
}
