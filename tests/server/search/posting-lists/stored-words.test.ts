import { expect, test } from 'vitest'
import { emptyBitmap, membersOf } from '../../../../src/server/platform/sets/bitmap.ts'
import { docNumber } from '../../../../src/server/search/doc-number.ts'
import { choose, Lists } from '../../../../src/server/search/posting-lists/build-lists.ts'
import { levelsKey, rareKey } from '../../../../src/server/search/posting-lists/list-file.ts'
import { addPosting } from '../../../../src/server/search/posting-lists/posting.ts'

type Document = {
  seq: number
  terms: readonly string[]
  pieces?: readonly string[]
  positions?: number
  level?: number
}

/** As PostgreSQL copies documents: after the head each row with its number and its terms, at the end -1. */
function copied(...documents: readonly Document[]): Buffer {
  return Buffer.concat([Buffer.alloc(19), ...documents.map(row), Buffer.from([0xff, 0xff])])
}

function row({ seq, terms, pieces = [], positions = 0, level = 0 }: Document): Buffer {
  const head = Buffer.alloc(14)
  head.writeUInt16BE(3)
  head.writeUInt32BE(8, 2)
  head.writeBigInt64BE(BigInt(docNumber(level, seq)), 6)
  const after = Buffer.alloc(3 + 2 * positions, 1)
  after.writeUInt8(0)
  after.writeUInt16BE(positions, 1)
  const column = (texts: readonly string[]) => {
    const length = Buffer.alloc(8)
    length.writeUInt32BE(texts.length, 4)
    return Buffer.concat([length, ...texts.flatMap((text) => [Buffer.from(text), after])])
  }
  return Buffer.concat([head, column(terms), column(pieces)])
}

function listsOf(terms: readonly string[], size: number, ...parts: readonly Buffer[]) {
  const chosen = terms.map((key) => ({
    term: { text: key.replace('*', ''), prefix: key.endsWith('*') },
    share: 0.0005,
  }))
  const lists = new Lists(chosen, size)
  for (const part of parts) expect(lists.add(part)).toBe(true)
  expect(lists.add(copied())).toBe(false)
  return Object.fromEntries(
    [...lists.entries()].map(({ key, posting }) => {
      if (key === levelsKey) return [key, [...posting]]
      const set = emptyBitmap(size)
      addPosting(set, posting)
      return [key, [...membersOf(set)]]
    }),
  )
}

test('documents are collected by their terms, those of one hash apart', () => {
  // Both have the same hash.
  const lists = listsOf(
    ['battery', 'Aa', 'BB', 'å'],
    100,
    copied({ seq: 3, terms: ['Aa', 'batter', 'battery'] }, { seq: 7, terms: ['C#', 'battery', 'BBA'] }),
    copied({ seq: 40, terms: [] }, { seq: 99, terms: ['BB', 'batterys', 'other', 'å'], positions: 2 }),
  )
  expect(lists).toMatchObject({ battery: [3, 7], Aa: [3], BB: [99], å: [99] })
})

test('a beginning with a digit collects every word with it, each document once', () => {
  const lists = listsOf(
    ['t480*', 't480s*', 't480', '2280*'],
    50,
    copied(
      { seq: 1, terms: ['t480', 't480s', 't480sx'] },
      { seq: 2, terms: ['t48', '=t480', '^t480', '#t480'] },
      { seq: 9, terms: ['t480å', 'm2280'] },
      { seq: 49, terms: ['22801'] },
    ),
  )
  expect(lists).toMatchObject({ 't480*': [1, 9], 't480s*': [1], t480: [1], '2280*': [49] })
})

test('pieces of numbers are apart from words', () => {
  const lists = listsOf(
    ['T48', '~T48', '~48å'],
    50,
    copied({ seq: 1, terms: ['T48'], pieces: ['48å'] }, { seq: 2, terms: [], pieces: ['T48', 'T4'] }),
  )
  expect(lists).toMatchObject({ T48: [1], '~T48': [2], '~48å': [1] })
})

test('a list of most documents is a set, and one that is longer than expected is whole', () => {
  const documents = Array.from({ length: 2_000 }, (_, seq) => ({
    seq,
    terms: seq % 3 === 0 ? ['all', 'third'] : ['all'],
  }))
  const { all, third } = listsOf(['all', 'third'], 20_000, copied(...documents))
  expect(all).toEqual(documents.map(({ seq }) => seq))
  expect(third).toEqual(documents.map(({ seq }) => seq).filter((seq) => seq % 3 === 0))
  expect(listsOf(['all'], 2_000, copied(...documents))['all']).toEqual(all)
})

test('a document that is newer than the lists is left out, and popularity is kept of the others', () => {
  const lists = listsOf(
    ['battery'],
    32,
    copied({ seq: 1, terms: [], level: 5 }, { seq: 31, terms: ['battery'] }, { seq: 5_000, terms: ['battery'] }),
  )
  expect(lists['battery']).toEqual([31])
  expect(lists[levelsKey]).toEqual(Array.from({ length: 32 }, (_, seq) => ({ 1: 6, 31: 1 })[seq] ?? 0))
})

test('terms are chosen by how many documents have them, also members of categories, and no members of devices', () => {
  const words = copied(
    { seq: 1, terms: ['#cbatteries', '#dt480', 'battery', 't480', 't480s'], pieces: ['T48'] },
    { seq: 2, terms: ['battery', '=battery'] },
  )
  expect(choose(words).map(({ term: { text, prefix }, share }) => [text + (prefix ? '*' : ''), share])).toEqual([
    ['battery', 1],
    ['#cbatteries', 0.5],
    ['t480', 0.5],
    ['t480s', 0.5],
    ['~T48', 0.5],
    ['t480*', 0.5],
    ['t480s*', 0.5],
    ['=battery', 0.5],
  ])
  expect(choose(copied())).toEqual([])
})

test('without terms only rare words are collected', () => {
  expect(Object.keys(listsOf([], 32, copied({ seq: 1, terms: ['battery'] })))).toEqual([levelsKey, rareKey])
})
