import { stat } from 'node:fs/promises'
import { fileReason } from '../../../domain/products/file-reasons.ts'
import { rowReason } from '../../../domain/products/row-reasons.ts'
import type { LaterWork } from '../maintenance/finish-catalog.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import { recordsWithShelf } from '../maintenance/records-with-shelf.ts'
import type { SaveOptions } from '../maintenance/save-options.ts'
import { shelfNames } from '../maintenance/shelf-queries.ts'
import { knownProducts } from '../maintenance/write-queries.ts'
import { skuOwners } from './definition-queries.ts'
import { differences } from './differences.ts'
import type { FeedOptions } from './feed-options.ts'
import { refusalOf, refuseTooMany, reject, reportOf, type FeedReport } from './feed-report.ts'
import { FeedError, type FeedRow } from './feeds/feed-row.ts'
import { readFeed } from './feeds/read-feed.ts'
import { whileNoOther } from './journal/with-journal.ts'
import { notesOfProducts } from './notes-of-products.ts'
import { skuColumn } from './profile/profile-columns.ts'
import type { Profile } from './profile/profile.ts'
import { readContext } from './read-context.ts'
import { readIntoSpool } from './read-into-spool.ts'
import { isTextAlone, readTextRows, textsFor } from './read-text-rows.ts'
import { resolveGroups, assignTypes } from './resolve-choices.ts'
import { resolveParents, resolveSetsAndRelations } from './resolve-links.ts'
import { checkDocuments } from './rows/documents-of-row.ts'
import type { Drawings } from './rows/drawings.ts'
import type { Documents, Photos } from './rows/feed-files.ts'
import type { ImportContext } from './rows/import-context.ts'
import { checkPhotos } from './rows/picture-of-row.ts'
import { recordReader } from './rows/record-of-row.ts'
import type { SeenProducts } from './seen-queries.ts'
import { Spool, type SpooledKey } from './spool-queries.ts'
import { changedAttributes, changedContacts, changedLabels, type DefinitionChanges } from './write-definitions.ts'
import { writeRecords } from './write-records.ts'

export type ImportOptions = FeedOptions & {
  productPath: SaveOptions['productPath']
  drawings: Drawings
  /** The folder with photographs, where one was given. */
  photos?: Photos | undefined
  /** The folder with documents, where one was given. */
  documents?: Documents | undefined
  /** Collects the products that the feed has, for `dropMissing`. */
  seen?: SeenProducts | undefined
  /** Collects work that several files need only once, to run after the last one. */
  later?: LaterWork
}

const batch = 500
/** Changed fields that the report of a dry run lists. */
const maxChanges = 1_000
/** Attributes that the report names. */
const maxNamed = 20

/**
 * Imports one feed file. Reads and checks all of it first; then writes what is new or different in short transactions,
 * which are taken back when one of them fails. A file that cannot be imported is reported with `error`, and nothing of
 * it is written.
 */
export async function importFeed(file: string, profile: Profile, options: ImportOptions): Promise<FeedReport> {
  const started = performance.now()
  const unidentified = options.seen?.unidentified ?? 0
  const report = await whileNoOther(options, async (mark, recovered) => {
    if (options.seen) options.seen.unidentified = unidentified
    return attempt(file, profile, { ...options, mark, report: reportOf(file, profile, options, recovered) })
  })
  report.seconds = (performance.now() - started) / 1000
  return report
}

type Importing = ImportOptions & { report: FeedReport; mark: string }

async function attempt(file: string, profile: Profile, importing: Importing): Promise<FeedReport> {
  const { report } = importing
  try {
    using spool = new Spool()
    await importInto(spool, file, profile, importing)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    Object.assign(report, { created: 0, changed: 0, unchanged: 0, ...refusalOf(error) })
  }
  return report
}

async function importInto(spool: Spool, file: string, profile: Profile, importing: Importing): Promise<void> {
  const { db, kind, report, dryRun } = importing
  const context = await readContext(profile, importing)
  await readAll(spool, file, profile, context, importing)
  await dropTakenSkus(spool, profile, importing)
  await resolveLinks(spool, profile, importing)
  const total = spool.size
  refuseTooMany(report, importing.maxRejected ?? { percent: 100 })
  report.notes.push(...notesOfProducts(spool.unpriced, profile, context.definitions.categories.created))
  const counts = await dropUnchanged(spool, profile, importing)
  const attributes = await changedAttributes(db, kind, context.definitions, profile.editedAttributes)
  reportKeptAttributes(report, attributes.kept)
  const changes: DefinitionChanges = {
    at: importing.now.toISOString(),
    brands: context.definitions.newBrands(),
    contacts: await changedContacts(db, kind, context.definitions),
    attributes: attributes.changed,
    labels: await changedLabels(db, kind, context.definitions, profile.editedAttributes),
    pictures: [],
    documents: [],
  }
  const { brands, contacts, labels } = changes
  const isWanted = [brands, contacts, changes.attributes, labels].some(({ length }) => length > 0) || spool.size > 0
  if (dryRun || !isWanted) {
    Object.assign(report, { ...counts, unchanged: total - counts.created - counts.changed })
    return
  }
  await makeFiles(changes, context, importing)
  const created = context.definitions.categories.created
  const saved = await writeRecords(spool, importing, { changes, created })
  Object.assign(report, { ...saved, unchanged: total - saved.created - saved.changed })
}

/** Makes the files of pictures and documents that the shop does not have yet. */
async function makeFiles(changes: DefinitionChanges, context: ImportContext, importing: Importing): Promise<void> {
  const { definitions, pictures, knownDocuments } = context
  const drawings = [...definitions.drawings].filter(([id]) => !pictures.has(id)).map(([, wanted]) => wanted)
  const photos = [...definitions.photos].filter((id) => !pictures.has(id))
  const documents = [...definitions.documents].filter((id) => !knownDocuments.has(id))
  changes.pictures = [...(await importing.drawings.make(drawings)), ...((await importing.photos?.make(photos)) ?? [])]
  changes.documents = (await importing.documents?.make(documents)) ?? []
}

function reportKeptAttributes({ notes }: FeedReport, kept: readonly string[]): void {
  if (kept.length === 0) return
  const names = `${kept.slice(0, maxNamed).join(', ')}${kept.length > maxNamed ? ' …' : ''}`
  notes.push(fileReason('note_kept', { count: kept.length, names }))
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
    throw new FeedError('no_file')
  })
  let bytes = 0
  const feed = await readFeed(file, profile, (count) => {
    bytes += count
  })
  report.notes.push(...feed.notes)
  const onRow = (rows: number) => {
    if (rows % batch === 0) onProgress({ phase: 'reading', done: Math.min(bytes, size), of: size, rows })
  }
  const prepare = async (row: FeedRow) => {
    await checkPhotos(profile, row, context)
    await checkDocuments(profile, row, context)
  }
  using texts = await readTextRows(file, profile, report)
  const toRecord = recordReader(profile, { ...context, rowTexts: (row) => textsFor(texts, row) })
  await readIntoSpool({
    feed,
    profile,
    toRecord,
    isTextAlone: (row) => isTextAlone(texts, row),
    prepare,
    spool,
    seen: importing.seen,
    report,
    onRow,
  })
  texts?.reportUnused()
}

/** Finds the products that rows name, now that all rows are known. */
async function resolveLinks(
  spool: Spool,
  { name, variants, set, relations }: Profile,
  importing: Importing,
): Promise<void> {
  const isParented = variants !== undefined && 'parent' in variants
  if (isParented) await resolveParents(spool, importing)
  if (set || relations.length > 0) await resolveSetsAndRelations(spool, importing)
  if (variants && !isParented) await resolveGroups(spool, { ...importing, seen: importing.seen, feed: name })
  if (isParented) await assignTypes(spool, importing)
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
        ...rowReason('sku_taken', { sku: key.sku }),
      })
    }
  }
}

const namesOf = (record: ProductRecord | undefined) => ({
  en: record?.texts.en.name ?? '',
  sv: record?.texts.sv.name ?? '',
})

async function dropUnchanged(
  spool: Spool,
  profile: Profile,
  importing: Importing,
): Promise<{ created: number; changed: number }> {
  const { db, kind, dryRun, report, details } = importing
  const max = details?.maxChanges ?? (dryRun ? maxChanges : 0)
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
    const changed: SpooledKey[] = []
    const isShelved = await newShelves(spool, keys, profile, db)
    const isSame = (key: SpooledKey) => stored.get(key.id) === key.content_hash && !isShelved(key)
    for (const key of keys) {
      if (isSame(key)) spool.remove(key)
      else if (stored.has(key.id)) changed.push(key)
      else {
        counts.created += 1
        details?.created({ row: key.row, sku: key.sku, names: namesOf(spool.record(key.id)) })
      }
    }
    counts.changed += changed.length
    if (report.changes.length < max) await reportChanges(spool, changed, importing, max)
  }
  return counts
}

/** Tells whether a row says another shelf than the shop has, which the hash of a product does not know. */
async function newShelves(spool: Spool, keys: readonly SpooledKey[], { shelf }: Profile, db: Importing['db']) {
  if (!shelf) return () => false
  const ids = keys.map(({ id }) => id)
  const names = await shelfNames(db, ids)
  return ({ id }: SpooledKey): boolean => {
    const wanted = spool.record(id)?.shelf
    return wanted !== undefined && wanted !== (names.get(id) ?? '')
  }
}

/** Notes what a dry run would change of products, as far as the report lists it. */
async function reportChanges(
  spool: Spool,
  keys: readonly SpooledKey[],
  { db, kind, report: { changes } }: Importing,
  max: number,
): Promise<void> {
  const ids = keys.map(({ id }) => id)
  const stored = new Map((await recordsWithShelf(db, kind, ids)).map((record) => [record.id, record]))
  for (const key of keys) {
    const [before, after] = [stored.get(key.id), spool.record(key.id)]
    const found = before && after ? differences(before, { ...after, shelf: after.shelf ?? before.shelf }) : []
    for (const each of found.slice(0, max - changes.length)) changes.push({ row: key.row, sku: key.sku, ...each })
  }
}
