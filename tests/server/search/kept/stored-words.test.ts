import { expect, test } from 'vitest'
import { TermCollector } from '../../../../src/server/search/kept/stored-words.ts'

/** As PostgreSQL sends a document: the number, and each term with its positions. */
function stored(seq: number, terms: readonly string[], positions = 0): Buffer {
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(seq)
  numbers.writeUInt32BE(terms.length, 4)
  const after = Buffer.alloc(3 + 2 * positions, 1)
  after.writeUInt8(0)
  after.writeUInt16BE(positions, 1)
  return Buffer.concat([numbers, ...terms.flatMap((term) => [Buffer.from(term), after])])
}

test('documents are collected by their terms, those of one hash apart', () => {
  // Both have the same hash.
  const terms = ['battery', 'Aa', 'BB', 'å']
  const collected = new TermCollector(terms, 100)
  collected.add(Buffer.concat([stored(3, ['Aa', 'batter', 'battery']), stored(40, [])]))
  collected.add(stored(99, ['BB', 'batterys', 'other', 'å'], 2))
  collected.add(stored(7, ['C#', 'battery', 'BBA']))
  expect([...collected.lists()].map((list) => [...list])).toEqual([[3, 7], [3], [99], [99]])
})

test('a document that is newer than the list is left out', () => {
  const collected = new TermCollector(['battery'], 32)
  collected.add(Buffer.concat([stored(31, ['battery']), stored(5_000, ['battery'])]))
  expect([...collected.lists()].map((list) => [...list])).toEqual([[31]])
})

test('without terms nothing is collected', () => {
  const collected = new TermCollector([], 32)
  collected.add(stored(1, ['battery']))
  expect([...collected.lists()]).toEqual([])
})
