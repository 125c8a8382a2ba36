import type { FeedNote } from '../feeds/feed-row.ts'
import { basename } from 'node:path'
import { homeNow } from '../../../platform/db/home-queries.ts'
import { guessXmlRows } from '../feeds/guess-xml.ts'
import { parseProfile } from '../profile/profile.ts'
import type { ContextOptions } from '../read-context.ts'
import { guessProfile, type Guess } from './guess-profile.ts'
import { previewProducts } from './preview-feed.ts'
import type { PreviewedRow } from './preview-rows.ts'
import { readBeginning, type Beginning } from './read-beginning.ts'

/** A guessed profile, the rows that it was guessed from, and what the first of them would become. */
type GuessedFeed = Guess & { beginning: Beginning; rows: PreviewedRow[]; notes: readonly FeedNote[] }

/** Guesses a feed's profile from its first rows, and shows what some of them would become. Throws FeedError. */
export async function guessFeed(file: string, options: ContextOptions): Promise<GuessedFeed> {
  const isXml = /\.xml(?:\.gz)?$/i.test(file)
  const xml = isXml ? { rows: await guessXmlRows(file), namespaces: {}, columns: {} } : undefined
  const beginning = await readBeginning(file, { numbers: { decimal: '.' }, xml })
  const { columns, whole, notes } = beginning
  const guess = guessProfile(basename(file), columns, whole, { home: await homeNow(options.db), xmlRows: xml?.rows })
  const { rows, doubts } = await previewProducts(parseProfile(guess.profile, guess.profile.name), beginning, options)
  return { profile: guess.profile, doubts: [...guess.doubts, ...doubts], beginning, rows, notes }
}
