import { basename } from 'node:path'
import { FeedError, type BrokenRow, type FeedRow } from '../feeds/feed-row.ts'
import { guessXmlRows } from '../feeds/guess-xml.ts'
import { readFeed } from '../feeds/read-feed.ts'
import { parseProfile, type Profile } from '../profile/profile.ts'
import { readContext, type ContextOptions } from '../read-context.ts'
import { priceBasis } from '../base-per-unit.ts'
import { guessProfile, type Guess } from './guess-profile.ts'
import { previewRows, type PreviewedRow } from './preview-rows.ts'
import { homeNow } from '../../../platform/db/home-queries.ts'

/** Rows that the guess is made from. */
const mostRows = 500
const previewed = 20

/** Guesses a feed's profile from its first rows, and shows what some of them would become. Throws FeedError. */
export async function guessFeed(
  file: string,
  options: ContextOptions,
): Promise<Guess & { rows: PreviewedRow[]; notes: readonly string[] }> {
  const isXml = /\.xml(?:\.gz)?$/i.test(file)
  const xml = isXml ? { rows: await guessXmlRows(file), namespaces: {}, columns: {} } : undefined
  const feed = await readFeed(file, { numbers: { decimal: '.' }, xml }, () => {})
  const rows: (FeedRow | BrokenRow)[] = []
  for await (const row of feed.rows) {
    rows.push(row)
    if (rows.length === mostRows) break
  }
  const whole = rows.filter((row): row is FeedRow => 'columns' in row)
  if (whole.length === 0) throw new FeedError('The feed has no rows.')
  const columns = feed.columns ?? [...new Set(whole.flatMap((row) => row.columns))].slice(0, 200)
  const guess = guessProfile(basename(file), columns, whole, { home: await homeNow(options.db), xmlRows: xml?.rows })
  const { profile, doubts } = await withKnownPrices(parseProfile(guess.profile, guess.profile.name), options)
  const preview = previewRows(profile, await readContext(profile, options), rows.slice(0, previewed))
  return { profile: guess.profile, doubts: [...guess.doubts, ...doubts], rows: preview, notes: feed.notes }
}

/** Leaves out prices in a currency that the shop has no rate for; an import would refuse them. */
async function withKnownPrices(profile: Profile, { db, now }: ContextOptions) {
  try {
    await priceBasis(profile, db, now)
    return { profile, doubts: [] }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    return { profile: { ...profile, price: undefined }, doubts: [error.message] }
  }
}
