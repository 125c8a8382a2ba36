import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedOptions } from '../feed-options.ts'
import { FeedError } from '../feeds/feed-row.ts'
import { isAbandoned, thisProcess } from './import-owner.ts'
import { importMark, openImports } from './journal-queries.ts'
import { Journal } from './journal.ts'
import { undoImport } from './undo-import.ts'

type Counts = { created: number; changed: number }
type Writing = Pick<FeedOptions, 'db' | 'kind' | 'now' | 'run'>

/** How long an import waits for another one. */
const maxWaitMs = 20 * 60_000
const lookAgainMs = 500

/** Another import was written or taken back since the catalogue was read. */
class CatalogueChanged extends Error {
  override readonly name = 'CatalogueChanged'
}

/**
 * Reads what an import needs of the catalogue and writes it, while no other import is open: waits for one that is, and
 * takes back one that a killed process left. `work` gets a mark for `withJournal`, and is repeated when another import
 * came in between. Throws FeedError when another import does not end.
 */
export async function whileNoOther<Result>(
  options: Pick<FeedOptions, 'db' | 'kind' | 'now' | 'dryRun' | 'onWait'>,
  work: (mark: string, recovered: readonly string[]) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const recovered = options.dryRun ? [] : await noOther(options)
    try {
      return await work(await importMark(options.db), recovered)
    } catch (error) {
      if (!(error instanceof CatalogueChanged)) throw error
    }
  }
}

/** Waits until no import is open; @returns the titles of those that were taken back. */
async function noOther({ db, kind, now, onWait }: Parameters<typeof whileNoOther>[0]): Promise<string[]> {
  const until = Date.now() + maxWaitMs
  const recovered: string[] = []
  for (let isFirst = true; (await openImports(db)).length > 0; isFirst = false) {
    const undone = await recoverImports({ db, kind, now })
    recovered.push(...undone)
    if (undone.length > 0) continue
    if (isFirst) onWait?.()
    if (Date.now() > until) throw new FeedError('other_import')
    await sleep(lookAgainMs)
  }
  return recovered
}

/** Writes an import with its journal; when it fails it is taken back. */
export async function withJournal(
  writing: Writing,
  { title, mark }: { title: string; mark: string },
  write: (journal: Journal) => Promise<Counts>,
): Promise<Counts> {
  const { db, kind, now, run = {} } = writing
  const journal = await Journal.begin(db, kind, { title, run, now, mark })
  if (!journal) throw new CatalogueChanged('Another import is being written.')
  try {
    const counts = await write(journal)
    await journal.end(counts)
    return counts
  } catch (error) {
    await takeBack(writing, journal.number)
    throw error
  }
}

/** Takes back the imports whose processes are gone; @returns their titles. */
export async function recoverImports({ db, kind, now }: Pick<Writing, 'db' | 'kind' | 'now'>): Promise<string[]> {
  const titles: string[] = []
  for (const each of await openImports(db)) {
    if (isAbandoned(each, new Date()) && (await undoImport(db, each, { kind, now }))) titles.push(each.title)
  }
  return titles
}

/** When even this fails, as on a full disk, a later import or a job of the shop does it. */
async function takeBack({ db, kind, now }: Writing, number: number): Promise<void> {
  const own = (await openImports(db)).find((each) => each.number === number && each.owner === thisProcess())
  if (own) await undoImport(db, own, { kind, now }).catch(() => undefined)
}
