import type { Kysely } from 'kysely'

/**
 * Adds synonyms of computer parts that shops import: cases, optical drives, form factors, network cards. Those that a
 * shop has itself stay.
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
  'datorlada, datorchassi, datorchassin, pc chassi, pc case, computer case, computer chassis, tower case = chassi case',
  'chassi, chassin = case',
  'brannare, burner, writer, optical drive, optisk lasare, cd drive, cd spelare = optisk optical',
  'dvd spelare, dvd drive, dvd player, dvd lasare = dvd',
  'matx, uatx = microatx',
  'mitx = miniitx',
  'wifi adapter, wifi dongle, wifi sticka, wifi stick, wlan adapter, wlan kort, tradlos adapter = wifi',
  'wireless adapter, wireless card, wireless network card, tradlost natverkskort = wifi',
  'natverksadapter, network adapter, ethernet adapter, ethernet card, lan card, lan kort = natverkskort',
  'soundcard, audio card = ljudkort',
  'vattenkylning, vattenkylare, vatskekylning, vatskekylare, aio = radiator aio',
  'water cooling, water cooler, liquid cooling, liquid cooler = radiator aio',
  'cpu kylare, cpu flakt, cpu fan, processorflakt, processor kylare, processor cooler = processorkylare cpukylare',
  'ladflakt, casefan = chassiflakt',
  'gfx, vga kort, vga card = grafikkort graphics',
]
