import fc from 'fast-check'
import { expect, test } from 'vitest'
import { docNumber, levelOfPopularity, sequenceOf } from '../../../../src/server/search/doc-number.ts'
import { TermSets } from '../../../../src/server/search/posting-lists/term-sets.ts'

const words = ['battery', 'batteries', 'lenovo', 'dell', 'screen']
const anyDocument = fc.record({
  seq: fc.nat(90),
  popularity: fc.nat(20),
  terms: fc.uniqueArray(fc.constantFrom(...words), { maxLength: 4 }),
})
type Document = { seq: number; popularity: number; terms: readonly string[] }
const anyTerm = fc.record({ text: fc.constantFrom(...words, 'batter', 'none'), prefix: fc.boolean() })
const docOf = ({ popularity, seq }: Document) => docNumber(levelOfPopularity(popularity), seq)
const isMet = ({ terms }: Document, { text, prefix }: { text: string; prefix: boolean }) =>
  terms.some((term) => (prefix ? term.startsWith(text) : term === text))

test('terms in memory find what a look at every document finds, also after documents changed', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyDocument, { maxLength: 60, selector: ({ seq }) => seq }),
      fc.uniqueArray(anyDocument, { maxLength: 20, selector: ({ seq }) => seq }),
      fc.uniqueArray(fc.nat(90), { maxLength: 10 }),
      fc.array(fc.array(anyTerm, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
      (before, written, removed, groups) => {
        // Documents that are written later may have numbers that nobody knew.
        const sets = new TermSets(new Uint8Array(Math.max(0, ...before.map(({ seq }) => seq)) + 1))
        sets.add(before.map(docOf))
        for (const term of groups.flat())
          sets.put(term, Uint32Array.from(before.filter((each) => isMet(each, term)).map(({ seq }) => seq)))
        const now = new Map(before.map((each) => [each.seq, each]))
        const search = (first: number) => sets.ordered(sets.find(groups), first, false)
        const expected = (first: number) => {
          const docs = [...now.values()]
            .filter((each) => groups.every((group) => group.some((term) => isMet(each, term))))
            .map(docOf)
            .sort((one, other) => one - other)
          return { docs: docs.slice(0, first), total: docs.length }
        }
        expect(search(5)).toEqual(expected(5))
        for (const each of written) {
          now.set(each.seq, each)
          sets.apply({ seq: each.seq, now: { doc: docOf(each), terms: new Set(each.terms) } })
        }
        for (const seq of removed) {
          now.delete(seq)
          sets.apply({ seq, now: undefined })
        }
        // Neither is what was found before the changes found again, nor what was found since.
        expect(sets.ordered(sets.find(groups), 5, true)).toEqual(expected(100))
        expect(search(5)).toEqual(expected(5))
      },
    ),
  )
})

test('of more than 10,000 hits the first are the most popular, and the total says that there are more', () => {
  const sets = new TermSets(new Uint8Array(12_000))
  const documents = Array.from({ length: 12_000 }, (_, seq): Document => ({ seq, popularity: seq % 3, terms: [] }))
  sets.add(documents.map(docOf))
  const term = { text: 'cable', prefix: false }
  sets.put(
    term,
    Uint32Array.from(documents, ({ seq }) => seq),
  )
  const inOrder = () => documents.map(docOf).sort((one, other) => one - other)
  const first = (max: number) => sets.ordered(sets.find([[term]]), max, true)
  for (const max of [120, 4_100, 10_000]) expect(first(max)).toEqual({ docs: inOrder().slice(0, max), total: 10_001 })
  const changed = { seq: 11_000, popularity: 500, terms: ['cable'] }
  documents[changed.seq] = changed
  sets.apply({ seq: changed.seq, now: { doc: docOf(changed), terms: new Set(changed.terms) } })
  expect(first(120).docs[0]).toBe(docOf(changed))
  expect(first(120).docs).toEqual(inOrder().slice(0, 120))
})

test('the terms that were used last stay when there is no more room', () => {
  const sets = new TermSets(new Uint8Array(33_000))
  const named = (at: number) => ({ text: `word-${at}`, prefix: false })
  const all = Uint32Array.from({ length: 33_000 }, (_, seq) => seq)
  for (let at = 0; at < 300; at += 1) {
    sets.put(named(at), all)
    sets.find([[named(0)]])
  }
  expect(sets.has(named(0))).toBe(true)
  expect(sets.has(named(1))).toBe(false)
  expect(sets.has(named(299))).toBe(true)
})

test('a list has the documents that were put, in any order and however far apart', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(70_000), { maxLength: 300 }), (seqs) => {
      const sets = new TermSets(new Uint8Array(70_001))
      const term = { text: 'fan', prefix: false }
      sets.put(term, Uint32Array.from(seqs))
      expect(sets.ordered(sets.find([[term]]), seqs.length, true).docs.map(sequenceOf)).toEqual(
        seqs.toSorted((one, other) => one - other),
      )
    }),
    { numRuns: 50 },
  )
})
