import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stemsOf, wordsAlike } from '../../../src/server/search/reading/stems.ts'

/** As decided before roots told words apart: every form of one is compared with every stem of the other. */
const isKindByStems = (compound: string, word: string) =>
  stemsOf(compound).some((form) =>
    stemsOf(word).some((stem) => form === stem || (stem.length >= 4 && form.endsWith(stem))),
  )
const isSameByStems = (one: string, other: string) => stemsOf(one).some((form) => stemsOf(other).includes(form))

/** Words of few letters, so that many are alike, with the endings that stems are made of and what replaces them. */
const ending = fc.constantFrom(
  '',
  '',
  'erna',
  'arna',
  'orna',
  'ies',
  'or',
  'en',
  'et',
  'er',
  'es',
  'na',
  'tt',
  'are',
  'a',
  'y',
  'd',
)
const word = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', 'r', 'b', 'e'), maxLength: 6 }), ending, ending)
  .map((parts) => parts.join(''))
  .filter((text) => text !== '')
const pair = fc.oneof(
  fc.tuple(word, word),
  fc.tuple(word, word, word).map(([stem, one, other]): [string, string] => [`${one}${stem}${other}`, stem]),
  fc.tuple(word, ending, ending).map(([stem, one, other]): [string, string] => [stem + one, stem + other]),
)

describe('words that are alike', () => {
  it('are told apart by their roots as by all of their stems', () => {
    let alikeCount = 0
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const isKind = isKindByStems(one, other)
        if (isKind) alikeCount += 1
        expect(wordsAlike.isKindOf(one, other)).toBe(isKind)
        expect(wordsAlike.isSameWord(one, other)).toBe(isSameByStems(one, other))
        expect(other.startsWith(wordsAlike.rootOf(other))).toBe(true)
      }),
      { numRuns: 600 },
    )
    expect(alikeCount).toBeGreaterThan(50)
  })

  it('knows plurals and compounds of both languages', () => {
    const { isKindOf, rootOf } = wordsAlike
    expect(isKindOf('laptopbatterier', 'batteri')).toBe(true)
    expect(isKindOf('batteries', 'battery')).toBe(true)
    expect(isKindOf('skruvmejslarna', 'mejslare')).toBe(true)
    expect(isKindOf('batterisats', 'batteri')).toBe(false)
    expect(rootOf('battery')).toBe('batter')
  })
})
