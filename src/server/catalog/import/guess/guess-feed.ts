import { basename } from 'node:path'
import { slugify } from '../../../../domain/products/slugs.ts'
import { homeNow } from '../../../platform/db/home-queries.ts'
import { allDevices } from '../definition-queries.ts'
import type { FeedNote } from '../feeds/feed-row.ts'
import { guessXmlRows } from '../feeds/guess-xml.ts'
import { parseProfile } from '../profile/profile.ts'
import type { ContextOptions } from '../read-context.ts'
import { catalogColumns } from './catalog-columns.ts'
import { guessProfile, type Guess, type GuessedXml } from './guess-profile.ts'
import { previewProducts } from './preview-feed.ts'
import type { PreviewedRow } from './preview-rows.ts'
import { readBeginning, type Beginning } from './read-beginning.ts'

/** A guessed profile, the rows that it was guessed from, and what the first of them would become. */
type GuessedFeed = Guess & { beginning: Beginning; rows: PreviewedRow[]; notes: readonly FeedNote[] }

/** Guesses a feed's profile from its first rows, and shows what some of them would become. Throws FeedError. */
export async function guessFeed(
  file: string,
  options: ContextOptions & { headerRow?: number | undefined },
): Promise<GuessedFeed> {
  const { beginning, columns, xml, catalog } = await columnsOf(file, options.headerRow)
  const { whole, notes, headerRow } = beginning
  const devices = new Set(
    (await allDevices(options.db)).flatMap(({ slug, brand, model }) => [slug, slugify(`${brand} ${model}`)]),
  )
  const guess = guessProfile(basename(file), columns, whole, {
    home: await homeNow(options.db),
    xml,
    headerRow,
    ...catalog,
    isDevice: (name) => devices.has(slugify(name)),
  })
  const { rows: shown, doubts } = await previewProducts(
    parseProfile(guess.profile, guess.profile.name),
    beginning,
    options,
  )
  return {
    profile: guess.profile,
    doubts: [...guess.doubts, ...doubts],
    beginning: { ...beginning, columns },
    rows: shown,
    notes,
  }
}

/** The columns of a feed; a format of catalogues is read again with names for what its elements mean. */
async function columnsOf(file: string, headerRow: number | undefined) {
  const rows = /\.xml(?:\.gz)?$/i.test(file) ? await guessXmlRows(file) : undefined
  const xml = rows === undefined ? undefined : xmlOf(rows)
  const read = (columns: Readonly<Record<string, string>>) =>
    readBeginning(file, {
      numbers: { decimal: '.' },
      xml: xml && { namespaces: {}, ...xml, columns },
      headerRow: headerRow ?? 'guess',
    })
  const beginning = await read({})
  const catalog = rows === undefined ? undefined : catalogColumns(rows, beginning.whole)
  if (!xml || !catalog) return { beginning, columns: beginning.columns, xml }
  const { paths, named } = catalog
  const columns = [...paths, ...Object.keys(named)]
  return { beginning: await read(named), columns, xml: { ...xml, columns: named }, catalog }
}

/** Rows of BMEcat have their categories in another part of the file. */
function xmlOf(rows: string): GuessedXml {
  return /(?:^|:)BMECAT\/(?:[^/]*:)?T_NEW_CATALOG\//.test(rows.slice(1)) ? { rows, groups: 'bmecat' } : { rows }
}
