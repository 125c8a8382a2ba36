import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { finishCatalog, type LaterWork } from '../maintenance/finish-catalog.ts'
import { knownProducts } from '../maintenance/write-queries.ts'
import type { SaveOptions } from '../maintenance/save-options.ts'
import { saveProducts } from '../maintenance/save-products.ts'
import { skuOwners } from './definition-queries.ts'
import type { CategoryDefinition } from './rows/categories.ts'
import type { Definitions } from './rows/definitions.ts'
import type { Drawings } from './rows/drawings.ts'
import type { Photos } from './rows/photos.ts'
import { checkPhotos } from './rows/picture-of-row.ts'
import { emptyReport, refuseTooMany, reject, type FeedReport } from './feed-report.ts'
import type { FeedOptions } from './feed-options.ts'
import { FeedError, type FeedRow } from './feeds/feed-row.ts'
import type { ImportContext } from './rows/import-context.ts'
import { skuColumn } from './profile/profile-columns.ts'
import type { Profile } from './profile/profile.ts'
import { readFeed } from './feeds/read-feed.ts'
import { readContext } from './read-context.ts'
import { readIntoSpool } from './read-into-spool.ts'
import { recordReader } from './rows/record-of-row.ts'
import type { SeenProducts } from './seen-queries.ts'
import { settleGroups, settleRoles } from './settle-choices.ts'
import { settleParents, settleSetsAndRelations } from './settle-links.ts'
import { Spool } from './spool-queries.ts'
import {
  changedAttributes,
  changedContacts,
  changedLabels,
  writeCategories,
  writeDefinitions,
  type DefinitionChanges,
} from './write-definitions.ts'

export type ImportOptions = FeedOptions & {
  productPath: SaveOptions['productPath']
  drawings: Drawings
  /** The folder with photographs, where one was given. */
  photos?: Photos | undefined
  /** Collects the products that the feed has, for `dropMissing`. */
  seen?: SeenProducts | undefined
  /** Collects work that several files need only once, to run after the last one. */
  later?: LaterWork
}

const batch = 500
/** New categories that the report names. */
const mostNamed = 20

/**
 * Imports one feed file. Reads and checks all of it first, without a lock; then writes what is new or different in one
 * transaction, which is skipped when nothing changed. A file that cannot be imported is reported with `error`, and
 * nothing of it is written.
 */
export async function importFeed(file: string, profile: Profile, options: ImportOptions): Promise<FeedReport> {
  const started = performance.now()
  const report = { ...emptyReport(basename(file), options.dryRun), profile: profile.name }
  try {
    using spool = new Spool()
    await importInto(spool, file, profile, { ...options, report })
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    Object.assign(report, { created: 0, changed: 0, unchanged: 0, error: error.message })
  }
  report.seconds = (performance.now() - started) / 1000
  return report
}

type Importing = ImportOptions & { report: FeedReport }

async function importInto(spool: Spool, file: string, profile: Profile, importing: Importing): Promise<void> {
  const { db, kind, report, dryRun } = importing
  const context = await readContext(profile, importing)
  await readAll(spool, file, profile, context, importing)
  await dropTakenSkus(spool, profile, importing)
  await settle(spool, profile, importing)
  const total = spool.size
  refuseTooMany(report, importing.maxRejected ?? { percent: 100 })
  noteCategories(report, context.definitions.categories.created)
  const counts = await dropUnchanged(spool, importing)
  const changes: DefinitionChanges = {
    at: importing.now.toISOString(),
    brands: context.definitions.newBrands(),
    contacts: await changedContacts(db, kind, context.definitions),
    attributes: await changedAttributes(db, kind, context.definitions),
    labels: await changedLabels(db, kind, context.definitions),
    pictures: [],
  }
  const { brands, contacts, attributes, labels } = changes
  const isWanted = [brands, contacts, attributes, labels].some(({ length }) => length > 0) || spool.size > 0
  if (dryRun || !isWanted) {
    Object.assign(report, { ...counts, unchanged: total - counts.created - counts.changed })
    return
  }
  const drawings = [...context.definitions.drawings]
    .filter(([id]) => !context.pictures.has(id))
    .map(([, wanted]) => wanted)
  const photos = [...context.definitions.photos].filter((id) => !context.pictures.has(id))
  changes.pictures = [...(await importing.drawings.make(drawings)), ...((await importing.photos?.make(photos)) ?? [])]
  const saved = await writeAll(spool, context.definitions, changes, importing)
  Object.assign(report, { ...saved, unchanged: total - saved.created - saved.changed })
}

function noteCategories({ notes }: FeedReport, created: readonly CategoryDefinition[]): void {
  if (created.length === 0) return
  const named = created.slice(0, mostNamed).map(({ path }) => path.en)
  notes.push(`New categories (${created.length}): ${named.join(', ')}${created.length > mostNamed ? ' …' : ''}`)
}

async function readAll(
  spool: Spool,
  file: string,
  profile: Profile,
  context: ImportContext,
  importing: Importing,
): Promise<void> {
  const { report, onProgress } = importing
  const { size } = await stat(file).catch(() => {
    throw new FeedError('There is no such file.')
  })
  let bytes = 0
  const feed = await readFeed(file, profile, (count) => {
    bytes += count
  })
  report.notes.push(...feed.notes)
  const onRow = (rows: number) => {
    if (rows % batch === 0) onProgress({ phase: 'reading', done: Math.min(bytes, size), of: size, rows })
  }
  const prepare = (row: FeedRow) => checkPhotos(profile, row, context)
  const toRecord = recordReader(profile, context)
  await readIntoSpool({ feed, profile, toRecord, prepare, spool, seen: importing.seen, report, onRow })
}

/** Finds the products that rows name, now that all rows are known. */
async function settle(spool: Spool, { name, variants, set, relations }: Profile, importing: Importing): Promise<void> {
  const isParented = variants !== undefined && 'parent' in variants
  if (isParented) await settleParents(spool, importing)
  if (set || relations.length > 0) await settleSetsAndRelations(spool, importing)
  if (variants && !isParented) await settleGroups(spool, { ...importing, seen: importing.seen, feed: name })
  if (isParented) await settleRoles(spool, importing)
}

/** Rejects rows whose SKU belongs to another product of the shop. */
async function dropTakenSkus(spool: Spool, profile: Profile, { db, kind, report }: Importing): Promise<void> {
  for (const keys of spool.keys(batch)) {
    const owners = new Map(
      (
        await skuOwners(
          db,
          kind,
          keys.map((key) => key.sku),
        )
      ).map((row) => [row.sku, row.id]),
    )
    for (const key of keys.filter(({ id, sku }) => (owners.get(sku) ?? id) !== id)) {
      spool.remove(key)
      reject(report, {
        row: key.row,
        column: skuColumn(profile),
        reason: `The article number ${key.sku} belongs to another product of the shop.`,
      })
    }
  }
}

async function dropUnchanged(spool: Spool, { db, kind }: Importing): Promise<{ created: number; changed: number }> {
  const counts = { created: 0, changed: 0 }
  for (const keys of spool.keys(batch)) {
    const stored = new Map(
      (
        await knownProducts(
          db,
          kind,
          keys.map((key) => key.id),
        )
      ).map((row) => [row.id, row.content_hash]),
    )
    for (const key of keys) {
      if (stored.get(key.id) === key.content_hash) spool.remove(key)
      else counts[stored.has(key.id) ? 'changed' : 'created'] += 1
    }
  }
  return counts
}

function writeAll(spool: Spool, definitions: Definitions, changes: DefinitionChanges, importing: Importing) {
  const { db, kind, onProgress, report } = importing
  const of = spool.size
  return db.transaction().execute(async (trx) => {
    await writeCategories(trx, kind, definitions.categories.created)
    await writeDefinitions(trx, kind, changes)
    const counts = { created: 0, changed: 0 }
    const touched = { productIds: new Set<string>(), categoryIds: new Set<string>() }
    for (const { records, hashes } of spool.records(batch)) {
      const saved = await saveProducts(trx, records, importing, hashes)
      counts.created += saved.created
      counts.changed += saved.changed
      for (const id of saved.touched.productIds) touched.productIds.add(id)
      for (const id of saved.touched.categoryIds) touched.categoryIds.add(id)
      onProgress({ phase: 'writing', done: counts.created + counts.changed, of, rows: report.rows })
    }
    const isOtherwiseFaceted = changes.attributes.some((attribute) => !attribute.isNew)
    const all = isOtherwiseFaceted
      ? undefined
      : { productIds: [...touched.productIds], categoryIds: [...touched.categoryIds] }
    await finishCatalog(trx, importing, all, importing.later)
    return counts
  })
}
