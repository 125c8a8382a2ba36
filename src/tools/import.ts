import { parseArgs } from 'node:util'
import { FeedError } from '../server/catalog/import/feed-row.ts'
import { emptyReport, type FeedReport } from '../server/catalog/import/feed-report.ts'
import { importFeed } from '../server/catalog/import/import-feed.ts'
import { ProfileError } from '../server/catalog/import/profile.ts'
import { prepareForBulk } from '../server/db/bulk.ts'
import { href } from '../routes.ts'
import { chooseProfile, loadProfiles, type Profiles } from './import/choose-profile.ts'
import { demoDrawings } from './import/make-pictures.ts'
import { progressLine } from './import/progress.ts'
import { printReport, reportFile, writeReport } from './import/write-report.ts'
import { withDatabase, type ToolShop } from './open-database.ts'

const usage = `Usage: npm run shop -- import FILE… [options]

Reads product feeds (.csv, .xlsx, .json) into the catalogue. A profile says what the columns mean; without --profile the
one whose file name pattern matches is taken. Running the same file again changes nothing. A file that cannot be
read is refused as a whole; a row that cannot become a product is reported. docs/how-to/import-a-feed.md says more.

  --profile NAME|FILE.json  the profile to use for all files
  --dry-run                 checks and counts, writes nothing
  --report FILE             where the report goes (.json or .csv); default SHOP_DATA/reports/import-<date>.json
  --help                    shows this text`

type Arguments = { files: string[]; profile: string | undefined; dryRun: boolean; report: string | undefined }

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args)
  if (typeof parsed === 'string') {
    console.error(parsed)
    return 2
  }
  if (parsed === undefined) {
    console.log(usage)
    return 0
  }
  return withDatabase((shop) => importAll(shop, parsed))
}

/** @returns undefined for --help and a sentence for arguments that make no sense. */
function readArguments(args: string[]): Arguments | string | undefined {
  try {
    const { values, positionals } = parseArgs({
      args, allowPositionals: true,
      options: { 'profile': { type: 'string' }, 'dry-run': { type: 'boolean' }, 'report': { type: 'string' }, 'help': { type: 'boolean' } },
    })
    if (values.help) return undefined
    if (positionals.length === 0) return 'Name at least one feed file: npm run shop -- import FILE… (--help says more).'
    return { files: positionals, profile: values.profile, dryRun: values['dry-run'] ?? false, report: values.report }
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)} (--help says more.)`
  }
}

async function importAll(shop: ToolShop, { files, profile, dryRun, report }: Arguments): Promise<number> {
  const now = new Date()
  const target = reportFile(report, shop.env.SHOP_DATA, now)
  if (target === undefined) {
    console.error('The report must be a .json or .csv file.')
    return 2
  }
  await prepareForBulk(shop.db, shop.kind)
  const profiles = await profilesOf(shop)
  if (!profiles) return 2
  const reports: FeedReport[] = []
  for (const file of files) reports.push(await importOne(shop, file, { profiles, profile, dryRun, now }))
  await writeReport(target, reports)
  printReport(reports, target)
  return reports.some((done) => done.error !== null) ? 1 : 0
}

async function profilesOf({ env }: ToolShop): Promise<Profiles | undefined> {
  try {
    return await loadProfiles(env.SHOP_DATA)
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    console.error(error.message)
    return undefined
  }
}

type Job = { profiles: Profiles; profile: string | undefined; dryRun: boolean; now: Date }

async function importOne(shop: ToolShop, file: string, { profiles, profile, dryRun, now }: Job): Promise<FeedReport> {
  const progress = progressLine(file)
  try {
    const chosen = await chooseProfile(profiles, file, profile)
    return await importFeed(file, chosen, {
      db: shop.db, kind: shop.kind, now, dryRun, drawings: demoDrawings(shop.env.SHOP_DATA), onProgress: progress.show,
      productPath: (language, slug) => href(language, 'product', { slug }),
    })
  } catch (error) {
    if (!(error instanceof FeedError || error instanceof ProfileError)) throw error
    return { ...emptyReport(file, dryRun), error: error.message }
  } finally {
    progress.end()
  }
}
