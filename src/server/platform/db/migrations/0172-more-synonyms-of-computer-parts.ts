import type { Kysely } from 'kysely'

/** Adds more synonyms of computer parts. Those that a shop has itself stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = usual.flatMap((line) => {
    const [phrases = '', words = ''] = line.split(' = ')
    return phrases.split(', ').flatMap((phrase) => words.split(' ').map((word) => ({ phrase, word })))
  })
  await (db as Kysely<{ search_synonyms: { phrase: string; word: string } }>)
    .insertInto('search_synonyms')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Phrases = words that they also mean. */
const usual = [
  'mobo, mobos = moderkort motherboard',
  'natagg, natagget, power supply unit, power supply units, pc power supply, power supplies = nataggregat psu',
  'luftkylare, luftkylning, air cooler, air cooling = processorkylare cpukylare',
  'extern harddisk, externa harddiskar, extern hdd, extern ssd, portabel ssd, portabel harddisk = extern external',
  'external hard drive, external hdd, external ssd, portable ssd, portable hard drive = extern external',
  'horlurar, headphones = headset',
  'headset = horlurar headphones',
]
