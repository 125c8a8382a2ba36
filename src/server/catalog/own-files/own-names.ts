import type { AttributeKind } from '../../../domain/products/attribute-kinds.ts'
import type { ProductType } from '../../../domain/products/products.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import { allDevices, brandSlugs, categoryPaths, documentIds, pictureIds } from '../import/definition-queries.ts'
import { attributesInOrder, skusById, idsBySku } from './own-queries.ts'

/** What products refer to, by the names that files use: article numbers, paths, slugs. */
export type OwnNames = {
  categoryPath: ReadonlyMap<string, string>
  categoryId: ReadonlyMap<string, string>
  deviceSlug: ReadonlyMap<string, string>
  deviceId: ReadonlyMap<string, string>
  brands: ReadonlySet<string>
  pictures: ReadonlySet<string>
  documents: ReadonlySet<string>
  /** In their order in the shop. */
  attributes: readonly { id: string; kind: AttributeKind }[]
  sku: ReadonlyMap<string, string>
  id: ReadonlyMap<string, string>
  /** By article number. */
  type: ReadonlyMap<string, ProductType>
}

/** Reads the names of everything but products, which `withProducts` adds for a batch. */
export async function ownNames(db: Database): Promise<OwnNames> {
  const paths = (await categoryPaths(db)).filter(({ language }) => language === 'en')
  const devices = await allDevices(db)
  return {
    categoryPath: new Map(paths.map((row) => [row.category_id, row.path])),
    categoryId: new Map(paths.map((row) => [row.path, row.category_id])),
    deviceSlug: new Map(devices.map(({ id, slug }) => [id, slug])),
    deviceId: new Map(devices.map(({ id, slug }) => [slug, id])),
    brands: new Set((await brandSlugs(db)).map(({ id }) => id)),
    pictures: await pictureIds(db),
    documents: await documentIds(db),
    attributes: await attributesInOrder(db),
    sku: new Map(),
    id: new Map(),
    type: new Map(),
  }
}

/** Adds the article numbers of products by their ids, and the other way round. */
export async function withProducts(
  db: Database,
  kind: DatabaseKind,
  names: OwnNames,
  wanted: { ids?: readonly string[]; skus?: readonly string[] },
): Promise<OwnNames> {
  const byId = wanted.ids?.length ? await skusById(db, kind, wanted.ids) : []
  const bySku = wanted.skus?.length ? await idsBySku(db, kind, wanted.skus) : []
  return {
    ...names,
    sku: new Map(byId.map(({ id, sku }) => [id, sku])),
    id: new Map(bySku.map(({ id, sku }) => [sku, id])),
    type: new Map(bySku.map(({ type, sku }) => [sku, type])),
  }
}
