import { expect, test } from 'vitest'
import type { CategoryWords } from '../../../src/server/search/category-words.ts'
import { kindAlone, matchKinds, kindsNamed } from '../../../src/server/search/kind-of-product.ts'
import { groupedParts } from '../../../src/server/search/parts-together.ts'
import { wordsAlike } from '../../../src/server/search/reading/stems.ts'
import { scorer } from '../../../src/server/search/score.ts'

const category = (id: string, kind: string[], heads = kind.slice(-1)): CategoryWords => ({
  id,
  language: 'en',
  name: kind.join(' '),
  path: id,
  uri: null,
  productCount: 1,
  words: kind,
  kind,
  heads,
})
const categories = [
  category('storage', ['memory', 'storage'], ['memory', 'storage']),
  category('ram', ['desktop', 'memory']),
  category('processors', ['processors']),
  category('coolers', ['cpu', 'coolers']),
  category('fans', ['case', 'fans']),
]
const spellings = (text: string) => text.split(' ').map((word) => (word === 'cpu' ? ['cpu', 'processor'] : [word]))

test.each([
  ['memory', ['ram']],
  ['storage', ['storage']],
  ['cpu', ['processors']],
  ['cpu cooler', ['coolers']],
  ['headset', []],
])('"%s" names the categories %j', (text, ids) => {
  expect(kindsNamed(spellings(text), wordsAlike, categories)).toEqual(ids)
})

test.each([
  ['processor', 'processors'],
  ['cpu coolers', 'coolers'],
  ['amd processor', undefined],
  ['memory', undefined],
])('"%s" is the kind %s alone', (text, id) => {
  expect(kindAlone(spellings(text), wordsAlike, categories)).toBe(id)
})

test('of two kinds of which either will do, none counts less', () => {
  const counted = (even: string[]) => {
    const kinds = matchKinds([['fans', 'processors']], wordsAlike, categories, { even: new Set(even) })
    return ['fans', 'processors'].map((id) => kinds.wordsOfKind(id))
  }
  expect(counted([])).toEqual([1, 0.5])
  expect(counted(['processors'])).toEqual([1, 1])
})

test('a label of a filter counts like a word of the name, so that what can be bought comes first', () => {
  const query = { words: ['silent', 'fan'], number: undefined }
  const spellings = query.words.map((word) => [word])
  const kinds = matchKinds(spellings, wordsAlike, categories)
  const part = { doc: 1, product_id: 'p', title_sv: '', numbers: '', category_id: 'fans', is_asked: 0 }
  const named = { ...part, title_en: ' case silent fan v2 ', in_stock: 0 }
  const sold = { ...part, title_en: ' case fan v3 ', in_stock: 1 }
  const less = (labels: string[]) => {
    const score = scorer(query, spellings, 'en', {
      alike: wordsAlike,
      kinds,
      labels: new Set(labels),
      shared: new Set(),
    })
    return score(sold, true) - score(named, true)
  }
  expect(less(['silent'])).toBeGreaterThan(0)
  expect(less([])).toBeLessThan(0)
})

test('a value of a filter is no kind that is only written alike: "black" is no "bläck"', () => {
  const named = { id: 'ink', language: 'sv', name: 'Bläck', path: 'black', uri: null } as const
  const ink = { ...named, productCount: 4, kind: ['black'] } as const
  const known = {
    categories: [{ ...ink, words: ink.kind, heads: ink.kind }],
    labels: new Set(['black']),
    namedValues: new Map([['black', [{ attributeId: 'colour', value: 'black', label: 'black' }]]]),
  }
  const isKind = (text: string) => {
    const words = [{ word: 'black', spellings: ['black'], anywhere: [], inTitle: [] }]
    return groupedParts([{ text, words }], known, { single: new Set(), joined: new Map(), first: new Set() }).some(
      ({ kind }) => kind !== undefined,
    )
  }
  expect([isKind('bläck'), isKind('black')]).toEqual([true, false])
})
