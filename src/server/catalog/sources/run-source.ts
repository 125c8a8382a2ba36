import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileReason, type FileReason } from '../../../domain/products/file-reasons.ts'
import type { FeedSource } from '../../../domain/settings/sources.ts'
import type { SourceResult } from '../../platform/db/tables/import-tables.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { printableLine } from '../../platform/printable.ts'
import type { Shop } from '../../platform/shop.ts'
import { FileError } from '../import/file-error.ts'
import { readLimit } from '../import/import-arguments.ts'
import { reasonsText } from '../import/runs/stored-reasons.ts'
import { fetchSource, limitedDownloads, withoutSecret, type DownloadsOf } from './fetch-source.ts'
import type { ImportFile } from './import-in-thread.ts'
import { SourceError } from './source-error.ts'
import { addSourceRun, endLease, deleteOldRuns, leaseSource, prolongLease, type SourceRow } from './source-queries.ts'
import { resultOf } from './source-report.ts'

export type SourceShop = Pick<Shop, 'db' | 'env' | 'now'>
/** How runs are carried out; `stop` ends one without counting it as a failure. */
export type RunOptions = { importFile: ImportFile; stop: AbortSignal; downloads?: DownloadsOf; isForced?: boolean }
export type Outcome = { result: SourceResult; said: string; report: string }
type Versions = Pick<SourceRow, 'version' | 'etag' | 'texts_file' | 'texts_hash'>
/** `reasons` is what `said` says, as far as it has codes. */
type Ended = Outcome & { versions: Versions; hostKey: string; reasons: readonly FileReason[] }
/** Of a file that was never imported. */
const noVersions: Versions = { version: '', etag: '', texts_file: '', texts_hash: '' }

/** A lease of a process that was killed ends after this; a living one prolongs its own much sooner. */
const leaseMs = 120_000
const prolongEveryMs = 20_000
/** Minutes until the next try after the first failure, the second, and so on. */
const pauses = [1, 5, 15, 60]
const waitMs = 15_000
/** The operator is told when this many tries in a row have failed. */
const mailAfter = 3
const keptRuns = 200
const maxErrorLength = 500

/**
 * Fetches and imports a source, and notes what came of it. Does nothing and returns undefined when another process runs
 * it, has run it since `row` was read, or `stop` ended it. `isForced` imports a file that was imported before again.
 */
export async function runSource(
  shop: SourceShop,
  source: FeedSource,
  row: SourceRow,
  options: RunOptions,
): Promise<Outcome | undefined> {
  const { db, now } = shop
  const lease = newId(now().getTime())
  const until = (): Date => new Date(now().getTime() + leaseMs)
  const started = now()
  if (!(await leaseSource(db, row, { lease, now: started, until: until() }))) return undefined
  const beat = setInterval(() => void prolongLease(db, lease, until()).catch(() => undefined), prolongEveryMs)
  const folder = join(shop.env.SHOP_DATA, 'feeds', source.id)
  try {
    const ended = await attempt(shop, source, { ...options, row, folder, started })
    if (options.stop.aborted && ended.result === 'failed') {
      await prolongLease(db, lease, now())
      return undefined
    }
    const { result, said, report } = ended
    return (await recordEnd(shop, { row, lease, started, ended })) ? { result, said, report } : undefined
  } finally {
    clearInterval(beat)
    await rm(folder, { recursive: true, force: true })
  }
}

type Attempt = RunOptions & { row: SourceRow; folder: string; started: Date }

async function attempt(shop: SourceShop, source: FeedSource, options: Attempt): Promise<Ended> {
  const { feedSecrets: secrets } = shop.env
  try {
    return await fetchAndImport(shop, source, options)
  } catch (error) {
    const shown = (text: string) => printableLine(withoutSecret(text, source, secrets)).slice(0, maxErrorLength)
    const said = shown(error instanceof Error ? error.message : String(error))
    const reasons = error instanceof FileError ? [shownReason(error.detail, shown)] : []
    const hostKey = error instanceof SourceError ? error.hostKey : ''
    return { result: 'failed', said, reasons, report: '', versions: versionsOf(options.row), hostKey }
  }
}

function shownReason({ code, values }: FileReason, shown: (text: string) => string): FileReason {
  const entries = Object.entries(values)
  return fileReason(
    code,
    Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'number' ? value : shown(value)])),
  )
}

async function fetchAndImport({ env }: SourceShop, source: FeedSource, options: Attempt): Promise<Ended> {
  const { row, folder, stop, started, importFile, isForced = false, downloads = limitedDownloads } = options
  const known = isForced ? noVersions : versionsOf(row)
  const fetched = await fetchSource(source, { folder, known, secrets: env.feedSecrets, downloads, stop })
  const none = { said: '', reasons: [], report: '', hostKey: '' }
  if (typeof fetched === 'string') return { ...none, versions: versionsOf(row), result: fetched }
  const report = `source-${source.id}-${started.toISOString().replaceAll(/[:.]/g, '-')}.json`
  const target = join(env.SHOP_DATA, 'reports', report)
  const missing = readLimit(source.maxMissing)
  const imported = await importFile(
    {
      files: [fetched.file],
      profile: source.profile === '' ? undefined : source.profile,
      isGuess: false,
      dryRun: false,
      maxRejected: readLimit(source.maxRejected) ?? { percent: 10 },
      maxMissing: missing && 'percent' in missing ? missing.percent : 20,
      report: target,
      pictures: undefined,
      documents: undefined,
      isTerminal: false,
      source: source.id,
    },
    stop,
  )
  if (stop.aborted) throw new SourceError('source_stopped')
  const { said: reasons, texts } = await resultOf(imported, target)
  const said = reasons.map(({ reason }) => reason).join('. ')
  const { version, etag } = fetched
  const versions = { version, etag, texts_file: texts.file, texts_hash: texts.hash }
  return { result: 'imported', said, reasons, report, versions, hostKey: '' }
}

function versionsOf({ version, etag, texts_file, texts_hash }: SourceRow): Versions {
  return { version, etag, texts_file, texts_hash }
}

type End = { row: SourceRow; lease: string; started: Date; ended: Ended }

/** Writes what came of a run, when to try again, and the mail to the operator; all or nothing. */
async function recordEnd({ db, env, now }: SourceShop, { row, lease, started, ended }: End): Promise<boolean> {
  const at = now()
  const { result, said, reasons, report, versions, hostKey } = ended
  const isFailed = result === 'failed'
  const failures = isFailed ? row.failures + 1 : result === 'waiting' ? row.failures : 0
  const isTold = failures >= mailAfter || (result === 'waiting' && row.is_told === 1)
  const id = newId(at.getTime())
  const isOurs = await db.transaction().execute(async (trx) => {
    const state = {
      tried_at: started.toISOString(),
      failures,
      is_told: isTold ? 1 : 0,
      is_wanted: result === 'waiting' ? row.is_wanted : 0,
      host_key: hostKey,
      ...versions,
    } as const
    const next = { next_at: nextTry(result, failures, at), leased_until: at.toISOString() }
    if (!(await endLease(trx, lease, { ...state, ...next }))) return false
    if (result === 'waiting') return true
    const run = { id, source: row.name, started_at: started.toISOString(), ended_at: at.toISOString() }
    await addSourceRun(trx, { ...run, result, said, said_reasons: reasonsText(reasons), report })
    if (isTold !== (row.is_told === 1)) {
      const payload = { source: row.name, isFailing: isTold, said, at: at.toISOString() }
      await addToOutbox(trx, { kind: 'mail.operator_source', dedupeKey: `source:${id}`, payload }, at)
    }
    return true
  })
  for (const name of await deleteOldRuns(db, row.name, keptRuns))
    await rm(join(env.SHOP_DATA, 'reports', name), { force: true })
  return isOurs
}

/** When a source is tried again; null for when its schedule says so. */
function nextTry(result: SourceResult, failures: number, at: Date): string | null {
  if (result === 'waiting') return new Date(at.getTime() + waitMs).toISOString()
  if (result !== 'failed') return null
  const minutes = pauses[Math.min(failures, pauses.length) - 1] ?? 0
  return new Date(at.getTime() + minutes * 60_000).toISOString()
}
