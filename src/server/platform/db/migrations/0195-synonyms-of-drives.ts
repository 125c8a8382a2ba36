import type { Kysely } from 'kysely'

/**
 * Adds synonyms of optical drives, cards that are no cards of a computer, and parts of phones. Those that a shop has
 * itself stay.
 */
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
  'dvd brannare, dvd burner, dvd burners, dvd writer, dvd enhet, dvd rom = dvd',
  'blu ray drive, bluray drive, blu ray drives, bluray enhet, blu ray enhet = bluray',
  'blu ray burner, bluray burner, blu ray writer, bluray writer, blu ray brannare, bluray brannare = bluray',
  'blu ray player, bluray player, blu ray spelare, bluray spelare, blu ray lasare, bluray lasare = bluray',
  'cd burner, cd brannare, cd writer, cd lasare, cd spelare, cd player, cd rom, cd enhet = optical optisk',
  'card reader, card readers, sd card reader, sd kortlasare, minneskortlasare, memory card reader = kortlasare',
  'sd card, sd cards, sd kort, micro sd, microsd, memory card, memory cards = minneskort',
  'sim card, sim cards, sim kort = simkort',
  'bakstycke, bakglas, back glass, rear glass = baksida',
  'fodral, phone case, mobilskal = mobilfodral',
]
