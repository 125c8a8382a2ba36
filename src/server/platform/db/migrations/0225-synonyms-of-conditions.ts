import type { Kysely } from 'kysely'

type Synonyms = { search_synonyms: { phrase: string; word: string } }

/** Adds synonyms that a blind test of the search found missing. Those that a shop has itself stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = usual.flatMap((line) => {
    const [phrases = '', words = ''] = line.split(' = ')
    return phrases.split(', ').flatMap((phrase) => words.split(' ').map((word) => ({ phrase, word })))
  })
  await (db as Kysely<Synonyms>)
    .insertInto('search_synonyms')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const coins = ['cr2016', 'cr2025', 'cr2032', 'cr2450']
const coinBatteries = coins.flatMap((coin) =>
  ['batteri', 'batterier', 'battery', 'batteries'].flatMap((word) => [
    `${coin} ${word} = ${coin}`,
    `${word} ${coin} = ${coin}`,
  ]),
)

/** Phrases = words that they also mean. */
const usual = [
  ...coinBatteries,
  'pci express, pci e = pcie',
  'vattenkylare cpu, cpu vattenkylare, vattenkylning cpu, cpu vattenkylning, processor vattenkylning = aio radiator',
  'glassida, glassidor, glaspanel, glasdorr, glas sida, glass side, glass panel, glass window = glass glas',
  'skarmkort, skarmkortet, videokort, display card, gfx, gfx card = grafikkort graphics',
  'minneskit, ramkit, memory kit, ram kit = memory minne ram',
  'left handed, left hand, lefthanded, vansterhant, vansterhanta = left vanster',
  'torxmejsel, mejsel, stjarnmejsel, torxskruvmejsel = skruvmejsel screwdriver',
  'digitizer, digitiser, digitaliserare, pekskarm, glas till surfplatta = pekglas touch',
  'heat pad, heating mat, heat mat, varmeplatta, varmekudde = varmedyna heating',
  'kylpad, kylpads, kyldyna, kyldynor, termisk pad, termiska pads = termisk thermal',
]
