import type { Kysely } from 'kysely'

type Synonyms = { search_synonyms: { phrase: string; word: string } }

/**
 * Adds synonyms for old names of connectors and for cords by their shape. Removes those of migration 0225 and earlier
 * ones that led elsewhere: a search leaves "till" out of a phrase, a kettle lead is one cord of several, and "torx"
 * says more than "skruvmejsel". Those that a shop has itself stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const own = db as Kysely<Synonyms>
  for (const { phrase, word } of rowsOf(wrong))
    await own.deleteFrom('search_synonyms').where('phrase', '=', phrase).where('word', '=', word).execute()
  await own
    .insertInto('search_synonyms')
    .values(rowsOf(usual))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function rowsOf(lines: readonly string[]) {
  return lines.flatMap((line) => {
    const [phrases = '', words = ''] = line.split(' = ')
    return phrases.split(', ').flatMap((phrase) => words.split(' ').map((word) => ({ phrase, word })))
  })
}

/** Phrases = words that they do not mean. */
const wrong = [
  'glas till surfplatta = pekglas touch',
  'kettle lead, kettle cord, cloverleaf, cloverleaf lead = natsladd',
  'torxmejsel, torxskruvmejsel = skruvmejsel screwdriver',
]

/** Phrases = words that they also mean. */
const usual = [
  'glas surfplatta, surfplatta glas = pekglas touch',
  'kettle lead, kettle cord, kettle cable = c13',
  'cloverleaf, cloverleaf lead, cloverleaf power, clover leaf, mickey mouse lead, mickey mouse cable = c5',
  'ide, eide, parallel ata, ultra ata = pata',
  'ngff = m2',
  'bredbandskabel, internetkabel, internet cable, ethernet lead, network lead, lan lead, lan cable = natverkskabel',
  'tradlost natverkskort, wireless network card, wlan kort, wlan card = wifikort wifi',
]
