import type { Kysely } from 'kysely'

/**
 * Adds synonyms: makers of graphics chips and the names of their chips, since cards are sold by others; drives with
 * USB; more than one mouse; parts of printers and laptops. Those that a shop has itself stay.
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
  'nvidia = geforce',
  'amd, ati = radeon',
  'usb harddisk, usb disk, usb hdd, usb ssd, usb hard drive, usb hard disk, usb drive = extern external',
  'spelmus, spelmoss = mus mouse moss mice',
  'mus, mouse, datormus, computer mouse, mice, moss = mus mouse moss mice',
  'biosbatteri, cmosbatteri = cmos',
  'underdel, bottenlock, bottenkapa, bottenskal = bottenplatta',
  'fixeringsenhet, fixeringsenheter, varmeenhet = fixerenhet fuser',
]
