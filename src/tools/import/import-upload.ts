import { existsSync } from 'node:fs'
import type { FeedOptions, ImportRun } from '../../server/catalog/import/feed-options.ts'
import { dropMissing } from '../../server/catalog/import/missing/drop-missing.ts'
import {
  maxFindings,
  namesOfProducts,
  saveFindings,
  type Finding,
} from '../../server/catalog/import/runs/finding-queries.ts'
import { changesOf, problemsOf, sumOf } from '../../server/catalog/import/runs/findings-of-report.ts'
import { profileOfRow } from '../../server/catalog/import/runs/profile-of-row.ts'
import { choicesJson, notesJson } from '../../server/catalog/import/runs/run-json.ts'
import { recordJournal, type ImportRow } from '../../server/catalog/import/runs/run-queries.ts'
import { faultOf, notesOf } from '../../server/catalog/import/runs/stored-reasons.ts'
import { deleteUpload, filesOfUpload } from '../../server/catalog/import/runs/upload-folder.ts'
import { SeenProducts } from '../../server/catalog/import/seen-queries.ts'
import { LaterWork } from '../../server/catalog/maintenance/finish-catalog.ts'
import { prepareForBulk, checkpointBulk } from '../../server/platform/db/bulk.ts'
import type { ToolShop } from '../open-database.ts'
import { importBy } from './import-files.ts'
import { fileOf } from './preview-upload.ts'
import { storedProgress } from './stored-progress.ts'

type Ended = Partial<Omit<ImportRow, 'id' | 'task' | 'lease'>>

/** Goes through an uploaded file as an import would, and lists what it would do; writes nothing of it. */
export async function checkUpload(shop: ToolShop, row: ImportRow): Promise<Ended> {
  const { report, findings } = await carryOut(shop, row, { dryRun: true, run: {} })
  await saveFindings(shop.db, row.id, findings)
  const counts = { ...sumOf([report]), notes: notesJson.write(notesOf(report)) }
  if (report.error_reason) return { ...counts, is_checked: 0, ...faultOf([report.error_reason]) }
  return { ...counts, is_checked: 1 }
}

/** Imports an uploaded file by its choices, and deletes the file; a file that is refused stays as it is. */
export async function importUpload(shop: ToolShop, row: ImportRow): Promise<Ended> {
  const run: ImportRun = { began: (trx, number) => recordJournal(trx, row.id, number) }
  const { report, findings } = await carryOut(shop, row, { dryRun: false, run })
  if (report.error_reason) return { is_checked: 0, ...faultOf([report.error_reason]) }
  await saveFindings(shop.db, row.id, findings)
  await deleteUpload(shop.env.SHOP_DATA, row.id)
  return {
    ...sumOf([report]),
    notes: notesJson.write(notesOf(report)),
    state: 'imported',
    stored: '',
    run: run.number ?? null,
    ended_at: new Date().toISOString(),
  }
}

type Job = { dryRun: boolean; run: ImportRun }

async function carryOut(shop: ToolShop, row: ImportRow, { dryRun, run }: Job) {
  const profile = profileOfRow(row)
  const limits = choicesJson.read(row.choices)
  const now = new Date()
  const zip = filesOfUpload(shop.env.SHOP_DATA, row.id)
  const files = existsSync(zip) ? zip : undefined
  const later = new LaterWork()
  const [created, gone] = [[] as Finding[], [] as string[]]
  using seen = new SeenProducts()
  await using progress = storedProgress(shop.db, row.id)
  const options = { now, dryRun, run, onWait: () => progress.show({ phase: 'waiting', done: 0, of: 0, rows: 0 }) }
  if (!dryRun) await prepareForBulk(shop.db, shop.kind)
  try {
    const report = await importBy(shop, fileOf(shop, row), profile, {
      ...options,
      later,
      seen,
      named: { pictures: files, documents: files },
      maxRejected: { percent: limits?.maxRejected ?? 10 },
      onProgress: progress.show,
      details: { maxChanges: maxFindings, created: (each) => note(created, each) },
    })
    const isWhole = report.error === null && !('update' in profile && profile.supplier === undefined)
    if (isWhole)
      report.missing = await dropMissing(profile, seen, {
        ...options,
        db: shop.db,
        kind: shop.kind,
        maxPercent: limits?.maxMissing ?? 20,
        onMissing: (ids) => gone.splice(0, gone.length, ...ids.slice(0, maxFindings)),
      })
    const found = [...created, ...changesOf(report), ...problemsOf([report])]
    return { report, findings: [...found.toSorted(compareByRow), ...(await vanished(shop, gone))] }
  } finally {
    if (!dryRun) {
      await later.carryOut(shop.db, shop.kind)
      await checkpointBulk(shop.db, shop.kind)
    }
  }
}

/** As the rows are in the file; the fields of a row stay in their order. */
const compareByRow = (one: Finding, other: Finding): number => (one.row ?? 0) - (other.row ?? 0)

type Created = Parameters<NonNullable<FeedOptions['details']>['created']>[0]

function note(created: Finding[], { row, sku, names }: Created): void {
  if (created.length >= maxFindings) return
  created.push({ kind: 'created', row, sku, field: '', before: '', after: names.en, name_sv: names.sv })
}

async function vanished({ db }: ToolShop, ids: readonly string[]): Promise<Finding[]> {
  const found = await namesOfProducts(db, ids)
  return found.map(({ sku, en, sv }) => ({
    kind: 'vanished',
    row: null,
    sku,
    field: '',
    before: '',
    after: en,
    name_sv: sv,
  }))
}
