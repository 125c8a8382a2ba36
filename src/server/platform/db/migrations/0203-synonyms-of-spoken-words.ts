import type { Kysely } from 'kysely'

type Synonyms = { search_synonyms: { phrase: string; word: string } }

/**
 * Adds synonyms of words that people say instead of what names have. A CD writer is no optical mouse: it is found as a
 * DVD drive. Those that a shop has itself stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const synonyms = db as Kysely<Synonyms>
  await synonyms
    .deleteFrom('search_synonyms')
    .where('phrase', 'in', discs.split(', '))
    .where('word', 'in', ['optical', 'optisk'])
    .execute()
  const rows = [`${discs} = dvd`, ...usual].flatMap((line) => {
    const [phrases = '', words = ''] = line.split(' = ')
    return phrases.split(', ').flatMap((phrase) => words.split(' ').map((word) => ({ phrase, word })))
  })
  await synonyms
    .insertInto('search_synonyms')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const discs = 'cd burner, cd brannare, cd writer, cd lasare, cd spelare, cd player, cd rom, cd enhet, brannare'

/** Phrases = words that they also mean. */
const usual = [
  'dvd spelare, dvd player, dvd lasare, dvdbrannare, dvdspelare = dvd',
  'blu ray = bluray',
  'natdel, stromforsorjning = nataggregat psu',
  'laddsladd = laddare charger',
  'skruvmejselset, skruvmejselkit, screwdriver set, screwdriver kit = skruvmejselsats skruvmejsel screwdriver',
  'utan numpad, utan numerisk del, utan siffror, utan nummerdel, without numpad, without number pad = tenkeyless tkl',
  'low profile, lag profil, lagprofil = lowprofile profile lp',
  'liten, litet, sma, small, tiny = mini',
  'big tower, bigtower = full',
  'midi = mid',
  'usb minne, usb minnen, usb sticka, usb stick, usb flash, thumb drive = usbminne external extern',
  'without wire, without wires, cordless = wireless tradlos',
  'tyst, tysta, tystare, ljudlos, noiseless = silent quiet tystgaende',
  'roda switchar, roda brytare, red switches, red switch = red',
  'bla switchar, bla brytare, blue switches, blue switch = blue',
  'bruna switchar, bruna brytare, brown switches, brown switch = brown',
  'wlan adapter, wifi adapter, wlan kort, wlan card = wifikort',
  'barbar harddisk, barbar disk, portabel harddisk, portable hard drive = extern external',
  'spel, gamer, gamers = gaming',
  'glue = lim adhesive',
]
