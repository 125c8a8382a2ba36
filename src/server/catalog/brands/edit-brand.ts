import { languages } from '../../../domain/places/locales.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { href } from '../../../routes.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { pagesTag } from '../../platform/db/statements/invalidation-queries.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { CatalogError } from '../catalog-error.ts'
import { insertInvalidations } from '../change-queries.ts'
import { redirect } from '../maintenance/write-queries.ts'
import { reindex } from '../reindex/reindex.ts'
import { storableLine, storableText } from '../storable-text.ts'
import {
  brandAtSlug,
  brandById,
  deleteBrand,
  deleteFormerSlug,
  insertBrand,
  recordFormerSlug,
  productsOfBrand,
  updateBrand,
} from './brand-queries.ts'

export type BrandServices = Pick<Shop, 'db' | 'now'>
/** What is to be stored of a brand; an empty slug follows from the name. */
export type BrandText = Omit<Row<'brands'>, 'id'>

const maxLengths = { name: 80, slug: 90, contact: 300, description: 20_000 }

/** Makes a brand. Throws CatalogError. */
export async function makeBrand({ db, now }: BrandServices, id: string, wanted: BrandText): Promise<void> {
  const brand = checkedBrand(wanted)
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    await refuseTaken(trx, brand.slug)
    await deleteFormerSlug(trx, brand.slug)
    await insertBrand(trx, { id, ...brand })
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

/**
 * Changes a brand. Its old address redirects, feeds still find it by its former name, and the search by its new one.
 * Throws CatalogError.
 */
export async function changeBrand({ db, now }: BrandServices, id: string, wanted: BrandText): Promise<void> {
  const brand = checkedBrand(wanted)
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    const before = await knownBrand(trx, id)
    if (before.slug !== brand.slug) await moveBrand(trx, before, brand.slug)
    await updateBrand(trx, { id, ...brand })
    if (before.name !== brand.name) await reindex(trx, now(), { of: 'brand', id, values: null })
    await insertInvalidations(trx, isSeenElsewhere(before, brand) ? [pagesTag] : [`brand:${id}`], now().toISOString())
  })
}

/** Deletes a brand that no product has. Throws CatalogError. */
export async function removeBrand({ db, now }: BrandServices, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    const { slug } = await knownBrand(trx, id)
    if ((await productsOfBrand(trx, id, 1)).length > 0)
      throw new CatalogError('catalog_used', 'Only a brand that no product has is deleted.')
    await deleteBrand(trx, id)
    for (const language of languages) await redirect(trx, href(language, 'brand', { slug }), href(language, 'home'))
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

async function knownBrand(trx: DatabaseTransaction, id: string): Promise<Row<'brands'>> {
  const brand = await brandById(trx, id)
  if (!brand) throw new CatalogError('catalog_unknown', `There is no brand "${id.slice(0, 120)}".`)
  return brand
}

async function refuseTaken(trx: DatabaseTransaction, slug: string): Promise<void> {
  const address = href('en', 'brand', { slug })
  if (await brandAtSlug(trx, slug))
    throw new CatalogError('catalog_brand_taken', `The address ${address} is taken by another brand.`, { address })
}

async function moveBrand(trx: DatabaseTransaction, { id, slug: from }: Row<'brands'>, to: string): Promise<void> {
  await refuseTaken(trx, to)
  for (const language of languages)
    await redirect(trx, href(language, 'brand', { slug: from }), href(language, 'brand', { slug: to }))
  await recordFormerSlug(trx, id, from, to)
}

/** Only its own page shows the description of a brand. */
function isSeenElsewhere(before: Row<'brands'>, after: BrandText): boolean {
  return (['name', 'slug', 'maker', 'eu_contact'] as const).some((key) => before[key] !== after[key])
}

function checkedBrand(wanted: BrandText): BrandText {
  const name = line(wanted.name)
  if (name === '' || name.length > maxLengths.name)
    throw new CatalogError('catalog_brand_name', `A brand has a name of at most ${maxLengths.name} characters.`)
  const slug = wanted.slug.trim() || slugify(name)
  if (slug === '' || slugify(slug) !== slug || slug.length > maxLengths.slug)
    throw new CatalogError('catalog_address', `"${slug}" cannot be an address.`, {
      slug: slug.slice(0, maxLengths.slug),
    })
  return {
    name,
    slug,
    maker: storableText(wanted.maker).slice(0, maxLengths.contact),
    eu_contact: storableText(wanted.eu_contact).slice(0, maxLengths.contact),
    description_en: storableText(wanted.description_en).slice(0, maxLengths.description),
    description_sv: storableText(wanted.description_sv).slice(0, maxLengths.description),
  }
}

const line = (text: string): string => storableLine(storableText(text))
