import type { Kysely } from 'kysely'

/** Adds synonyms of phones, keyboard layouts, printers and supplies. Those that a shop has itself stay. */
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
  'telefon, telefoner, mobiltelefon, mobiltelefoner = mobil',
  'telefonbatteri, telefonbatterier = mobilbatteri mobilbatterier',
  'telefonskarm, telefonskarmar = mobilskarm mobilskarmar',
  'reparationskit = kit sats',
  'svensk, svenskt, svenska, swedish, dansk, danskt, danska, danish = nordisk nordic',
  'norsk, norskt, norska, norwegian, finsk, finskt, finska, finnish = nordisk nordic',
  'dockstation, dockstationer = dockningsstation',
  'sladdlos, sladdlost, sladdlosa, cordless = tradlos wireless',
  'matarrulle, matarrullar, feed roller, feed rollers = upptagningsrulle',
  'skrivarpatron, skrivarpatroner, printer cartridge, printer cartridges = blackpatron toner',
  'tastatur = tangentbord keyboard',
  'key cap, loose key, loose keys = keycaps tangentknappar',
  'thermal grease = kylpasta paste',
  'isopropyl = isopropanol',
  'rengoringsduk, rengoringsdukar, cleaning cloth, cleaning cloths = mikrofiberdukar skarmdukar',
  'gava, present, presenter = presentkort',
]
