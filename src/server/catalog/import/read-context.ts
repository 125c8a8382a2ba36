import { vatRateAt, voucherClass } from '../../../domain/money/vat.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Database } from '../../platform/db/tables.ts'
import { vatRows } from '../rate-queries.ts'
import { priceBasis } from './base-per-unit.ts'
import {
  allDevices,
  attributeKindsOf,
  brandSlugs,
  categoryPaths,
  documentIds,
  formerBrandSlugs,
  formerPaths,
  pictureIds,
} from './definition-queries.ts'
import type { Profile } from './profile/profile.ts'
import { Categories } from './rows/categories.ts'
import { Definitions } from './rows/definitions.ts'
import type { Drawings } from './rows/drawings.ts'
import type { Documents, Photos } from './rows/feed-files.ts'
import type { ImportContext } from './rows/import-context.ts'
import { costCurrencies } from './supply/supply-rules.ts'

export type ContextOptions = {
  db: Database
  now: Date
  drawings: Drawings
  photos?: Photos | undefined
  documents?: Documents | undefined
}

/** Reads what rows of a profile may refer to. Throws FeedError when its currency has no rate. */
export async function readContext(
  profile: Profile,
  { db, now, drawings, photos, documents }: ContextOptions,
): Promise<ImportContext> {
  const definitions = new Definitions(
    new Categories(await categoryPaths(db), await formerPaths(db)),
    new Map([...(await formerBrandSlugs(db)), ...(await brandSlugs(db))].map((row) => [row.slug, row.id])),
    new Map((await attributeKindsOf(db)).map((row) => [row.id, row.kind])),
  )
  const devices = (await allDevices(db)).flatMap(({ id, slug, brand, model }): [string, string][] => [
    [slugify(`${brand} ${model}`), id],
    [slug, id],
  ])
  return {
    now,
    definitions,
    drawings,
    photos,
    checked: new Map(),
    documents,
    checkedDocuments: new Map(),
    knownDocuments: await documentIds(db),
    vatClasses: await vatClassesAt(db, now),
    currencies: await costCurrencies(db, now),
    basis: await priceBasis(profile, db, now),
    devices: new Map(devices),
    pictures: await pictureIds(db),
  }
}

/** The VAT classes that the shop's own country has, with their rates. */
async function vatClassesAt(db: Database, now: Date): Promise<Map<string, number>> {
  const home = await homeNow(db)
  const { country } = home
  const rows = await vatRows(db, [country])
  const classes = new Set(['standard', ...rows.map((row) => row.vat_class), voucherClass])
  return new Map([...classes].map((name) => [name, vatRateAt(rows, country, name, dayOf(now, home))]))
}
