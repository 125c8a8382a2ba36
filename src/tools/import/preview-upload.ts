import { join } from 'node:path'
import type { FeedFormat } from '../../server/catalog/import/feeds/feed-format.ts'
import { FeedError, type FeedNote } from '../../server/catalog/import/feeds/feed-row.ts'
import { cellOf } from '../../server/catalog/import/guess/column-facts.ts'
import { guessFeed } from '../../server/catalog/import/guess/guess-feed.ts'
import { previewProducts, previewUpdates } from '../../server/catalog/import/guess/preview-feed.ts'
import { readBeginning, type Beginning } from '../../server/catalog/import/guess/read-beginning.ts'
import { parseAnyProfile, ProfileError } from '../../server/catalog/import/profile/profile.ts'
import { baseOf, choicesOfProfile, type EditableProfile } from '../../server/catalog/import/runs/choices-of-profile.ts'
import { profileOfRow } from '../../server/catalog/import/runs/profile-of-row.ts'
import { baseJson, choicesJson, previewJson, type StoredPreview } from '../../server/catalog/import/runs/run-json.ts'
import type { ImportRow } from '../../server/catalog/import/runs/run-queries.ts'
import { storedReasons } from '../../server/catalog/import/runs/stored-reasons.ts'
import { uploadFolder } from '../../server/catalog/import/runs/upload-folder.ts'
import { homeNow } from '../../server/platform/db/home-queries.ts'
import type { ToolShop } from '../open-database.ts'
import { profilesFitting, readableProfiles, type Profiles } from './choose-profile.ts'
import { demoDrawings } from './make-pictures.ts'

type Seen = Pick<ImportRow, 'base' | 'choices' | 'preview' | 'is_checked'>

const limits = { maxMissing: 20, maxRejected: 10 }
const [sampled, maxSampleLength] = [3, 60]

/** The path of an uploaded file. */
export const fileOf = ({ env }: ToolShop, { id, stored }: ImportRow): string =>
  join(uploadFolder(env.SHOP_DATA, id), stored)

/** Looks at an uploaded file: by the profile that was chosen, the only one that fits its name, or by a guess. */
export async function guessUpload(shop: ToolShop, row: ImportRow): Promise<Seen> {
  const profiles = await readableProfiles(shop.env.SHOP_DATA)
  const fitting = profilesFitting(profiles, row.file).map(({ name }) => name)
  const { use: wanted, headerRow: typed } = baseJson.read(row.base)
  const headerRow = typeof typed === 'number' ? typed : undefined
  const chosen = typeof wanted === 'string' ? wanted : fitting.length === 1 ? fitting[0] : ''
  const found = chosen
    ? await byProfile(shop, row, withHeader(editable(profiles, chosen), headerRow))
    : await byGuess(shop, row, headerRow)
  const { profile, beginning, rows, doubts } = found
  const { currency } = await homeNow(shop.db)
  const choices = choicesOfProfile(profile, beginning.columns, limits, currency)
  return {
    base: baseJson.write(baseOf(profile).json),
    choices: choicesJson.write(choices),
    preview: previewJson.write({
      columns: samplesOf(beginning),
      doubts: storedReasons([...beginning.notes, ...doubts]),
      rows,
      profiles: namesOf(profiles),
      fitting,
      version: row.version + 1,
    }),
    is_checked: 0,
  }
}

/** Makes products of the first rows by the choices as they are now. */
export async function previewUpload(shop: ToolShop, row: ImportRow): Promise<Partial<Seen>> {
  const before = previewJson.read(row.preview)
  if (!before) return guessUpload(shop, row)
  const { rows, doubts, beginning } = await byProfile(shop, row, profileOfRow(row))
  const preview = { ...before, rows, doubts: storedReasons([...beginning.notes, ...doubts]), version: row.version + 1 }
  return { preview: previewJson.write(preview), is_checked: 0 }
}

type Found = { profile: EditableProfile; beginning: Beginning; rows: StoredPreview['rows']; doubts: FeedNote[] }

function withHeader(profile: EditableProfile, headerRow: number | undefined): EditableProfile {
  return headerRow === undefined ? profile : { ...profile, headerRow }
}

async function byGuess(shop: ToolShop, row: ImportRow, headerRow: number | undefined): Promise<Found> {
  const { profile: json, ...guess } = await guessFeed(fileOf(shop, row), { ...contextOf(shop), headerRow })
  const profile = parseAnyProfile({ ...json, match: [row.file] }, json.name)
  if ('own' in profile) throw new ProfileError('own_by_command')
  return { ...guess, profile }
}

async function byProfile(shop: ToolShop, row: ImportRow, profile: EditableProfile): Promise<Found> {
  const beginning = await readBeginning(fileOf(shop, row), formatOf(profile))
  const show = 'update' in profile ? previewUpdates(profile, beginning, contextOf(shop)) : undefined
  return {
    profile,
    beginning,
    ...(await (show ??
      previewProducts(profile as Exclude<typeof profile, { update: unknown }>, beginning, contextOf(shop)))),
  }
}

const formatOf = ({ numbers, encoding, delimiter, headerRow, xml }: EditableProfile): FeedFormat => ({
  numbers,
  encoding,
  delimiter,
  headerRow,
  xml,
})

const contextOf = ({ db, env }: ToolShop) => ({ db, now: new Date(), drawings: demoDrawings(env.SHOP_DATA) })

function editable(profiles: Profiles, name: string): EditableProfile {
  const profile = profiles.get(name)
  if (!profile || 'own' in profile) throw new FeedError('no_profile', { profile: name.slice(0, 60) })
  return profile
}

const namesOf = (profiles: Profiles): string[] =>
  [...profiles.values()].flatMap((each) => ('own' in each ? [] : [each.name])).toSorted()

function samplesOf({ columns, whole }: Beginning): StoredPreview['columns'] {
  return columns.map((column) => {
    const cells = new Set<string>()
    for (const row of whole) {
      const cell = cellOf(row, column).trim()
      if (cell !== '') cells.add(cell.length > maxSampleLength ? `${cell.slice(0, maxSampleLength - 1)}…` : cell)
      if (cells.size === sampled) break
    }
    return { column, cells: [...cells] }
  })
}
