import type { Language } from '../../domain/places/locales.ts'
import { href } from '../../routes.ts'
import type { FeedOptions, ImportRun } from '../../server/catalog/import/feed-options.ts'
import { emptyReport, refusalOf, type FeedReport } from '../../server/catalog/import/feed-report.ts'
import { FileError } from '../../server/catalog/import/file-error.ts'
import type { ImportArguments } from '../../server/catalog/import/import-arguments.ts'
import { importFeed } from '../../server/catalog/import/import-feed.ts'
import type { AnyProfile } from '../../server/catalog/import/profile/profile.ts'
import type { SeenProducts } from '../../server/catalog/import/seen-queries.ts'
import { updateProducts } from '../../server/catalog/import/update-products.ts'
import { LaterWork } from '../../server/catalog/maintenance/finish-catalog.ts'
import { importOwnFile } from '../../server/catalog/own-files/import-own.ts'
import { prepareForBulk, checkpointBulk } from '../../server/platform/db/bulk.ts'
import { homeNow } from '../../server/platform/db/home-queries.ts'
import { withDatabase, type ToolShop } from '../open-database.ts'
import { printError } from '../print.ts'
import { assumptionsOf } from './assumptions.ts'
import { chooseProfile, loadProfiles, type Profiles } from './choose-profile.ts'
import { filesFor } from './files-for.ts'
import { guessProfileOf } from './guess-profile-of.ts'
import { demoDrawings } from './make-pictures.ts'
import { progressLine } from './progress.ts'
import { recordImport } from './record-import.ts'
import { WholeFeeds } from './whole-feeds.ts'
import { printReport, reportFile, writeReport } from './write-report.ts'

/** Imports the files one after the other, and prints and writes the report; @returns the command's exit code. */
export async function importFiles(wanted: ImportArguments): Promise<number> {
  return withDatabase(
    (shop) => (wanted.isGuess ? guessProfileOf(shop, wanted.files[0] ?? '') : importInto(shop, wanted)),
    { isBulk: !wanted.dryRun },
  )
}

async function importInto(
  shop: ToolShop,
  { files, profile, dryRun, maxRejected, maxMissing, report, isTerminal, pictures, documents, source }: ImportArguments,
): Promise<number> {
  const now = new Date()
  const target = reportFile(report, shop.env.SHOP_DATA, now)
  if (target === undefined) {
    printError('The report must be a .json or .csv file.')
    return 2
  }
  await prepareForBulk(shop.db, shop.kind)
  const profiles = await profilesOf(shop)
  if (!profiles) return 2
  const reports: FeedReport[] = []
  const later = new LaterWork()
  using feeds = new WholeFeeds()
  const named = { pictures, documents }
  const job = { profiles, profile, dryRun, maxRejected, named, now, isTerminal, later, feeds, run: {} as ImportRun }
  try {
    for (const file of files) reports.push(await importOne(shop, file, job))
    await feeds.dropMissing(reports, {
      db: shop.db,
      kind: shop.kind,
      now,
      dryRun,
      run: job.run,
      source,
      maxPercent: maxMissing,
    })
  } finally {
    await later.carryOut(shop.db, shop.kind)
    await checkpointBulk(shop.db, shop.kind)
  }
  await writeReport(target, reports)
  if (!dryRun) await recordImport(shop.db, { reports, source, run: job.run, now })
  printReport(reports, target)
  return exitCodeFor(reports)
}

/** 1 when a file was rejected as a whole, 3 when only a part of what was asked for was done. */
function exitCodeFor(reports: readonly FeedReport[]): number {
  if (reports.some(({ error }) => error !== null)) return 1
  const isPartial = ({ rejected, incomplete, left_out: leftOut, missing }: FeedReport) =>
    rejected + incomplete + leftOut > 0 || missing?.refused
  return reports.some(isPartial) ? 3 : 0
}

async function profilesOf({ env }: ToolShop): Promise<Profiles | undefined> {
  try {
    return await loadProfiles(env.SHOP_DATA, (names) =>
      printError(`Profiles of this shop replace built-in ones of the same name: ${names.join(', ')}.`),
    )
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    printError(error.message)
    return undefined
  }
}

type Job = Pick<ImportArguments, 'profile' | 'dryRun' | 'maxRejected' | 'isTerminal'> & {
  named: Pick<ImportArguments, 'pictures' | 'documents'>
  profiles: Profiles
  now: Date
  later: LaterWork
  feeds: WholeFeeds
  run: ImportRun
}

async function importOne(
  shop: ToolShop,
  file: string,
  { profiles, profile, dryRun, maxRejected, named, now, isTerminal, later, feeds, run }: Job,
): Promise<FeedReport> {
  const progress = progressLine(file, isTerminal)
  const onWait = () => printError('Waiting for another import to end.')
  try {
    const chosen = await chooseProfile(profiles, file, profile)
    const options = { now, dryRun, maxRejected, run, onProgress: progress.show, onWait, later, named }
    return await importBy(shop, file, chosen, { ...options, seen: 'own' in chosen ? undefined : feeds.seenOf(chosen) })
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return { ...emptyReport(file, dryRun), ...refusalOf(error) }
  } finally {
    progress.end()
  }
}

type ByProfile = Omit<FeedOptions, 'db' | 'kind'> & Pick<Job, 'named' | 'later'> & { seen: SeenProducts | undefined }

/** Imports a file by a profile. Throws FeedError or ProfileError where it cannot begin. */
export async function importBy(
  shop: ToolShop,
  file: string,
  profile: AnyProfile,
  { named, later, ...given }: ByProfile,
): Promise<FeedReport> {
  const options = { ...given, db: shop.db, kind: shop.kind }
  if ('update' in profile) return updateProducts(file, profile, options)
  const productPath = (language: Language, slug: string): string => href(language, 'product', { slug })
  if ('own' in profile) return importOwnFile(file, profile, { ...options, later, productPath })
  await using open = await filesFor(profile, shop, { named, now: given.now })
  const report = await importFeed(file, profile, {
    ...options,
    later,
    drawings: demoDrawings(shop.env.SHOP_DATA),
    photos: open.photos,
    documents: open.documents,
    productPath,
  })
  report.notes.unshift(...assumptionsOf(profile, await homeNow(shop.db)))
  return report
}
