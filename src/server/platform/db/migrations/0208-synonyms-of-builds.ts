import type { Kysely } from 'kysely'

type Synonyms = { search_synonyms: { phrase: string; word: string } }

/**
 * Adds what those need who say what they are about to do, or what is wrong, and name no part: who builds a computer
 * begins with a motherboard and a case, and a slow one needs an SSD. Those that a shop has itself stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = usual.flatMap(({ phrases, words }) =>
    phrases.flatMap((phrase) => words.map((word) => ({ phrase, word }))),
  )
  await (db as Kysely<Synonyms>)
    .insertInto('search_synonyms')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const computers = ['dator', 'datorn', 'pc', 'computer', 'laptop', 'laptopen']
const slow = ['seg', 'segt', 'langsam', 'slow']
const build = ['bygga', 'bygger', 'bygg', 'build', 'building']
const built = ['dator', 'pc', 'computer', 'speldator', 'a pc', 'a computer', 'en dator']

/** Phrases, and the words that each of them also means. */
const usual = [
  {
    phrases: build.flatMap((verb) => built.map((noun) => `${verb} ${noun}`)),
    words: ['motherboard', 'moderkort', 'chassi'],
  },
  {
    phrases: computers.flatMap((noun) => slow.flatMap((word) => [`${noun} ${word}`, `${word} ${noun}`])),
    words: ['ssd'],
  },
]
