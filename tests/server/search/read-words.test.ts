import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addThrees, plainNumber, threes } from '../../../src/server/search/search-terms.ts'
import { signTerms, signWords, termsOf, WordReader, wordsOf } from '../../../src/server/search/words.ts'

const part = fc.oneof(
  fc.constantFrom('16', 'GB', '16GB', 'x', '2×8 GB', 'wi-fi', 'Skärm', 'LP156', '15.6"', '(US)', ''),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(' '))

describe('words of texts for the index', () => {
  it('are those of a name, with amounts and joined words', () => {
    const pieces = new WordReader().pieces('Wi-Fi-kort 16 GB, 65W Skärm')
    expect(wordsOf(pieces)).toBe('wi fi kort 16 gb 65w skarm')
    expect(termsOf(pieces)).toEqual(['wi', 'fi', 'kort', 'wifikort', '16', 'gb', '65w', '65', 'w', 'skarm', '16gb'])
    const [first] = pieces
    expect(first?.words[0]).toEqual({ text: 'wi', isPlain: false, titled: '=wi', begun: ['^wi'] })
    expect(pieces.at(-1)?.words[0]).toMatchObject({ isPlain: true, titled: '=skarm', begun: ['^sk', '^ska'] })
  })

  it.each(['2 × 16 GB', '2 x 16GB', '2×16 gb', '2x16GB', '(2 X 16 GB)'])('have several of an amount: %s', (name) => {
    const pieces = new WordReader().pieces(`Fury 32 GB ${name}, DDR5`)
    expect(termsOf(pieces)).toContain('2x16gb')
    expect(signTerms(`Fury 32 GB ${name}, DDR5`)).toContain('2x16gb')
  })

  it('are the same for a text that was read before, a part number or not', () => {
    fc.assert(
      fc.property(text, (read) => {
        const reader = new WordReader()
        expect(reader.terms(read)).toEqual(termsOf(reader.pieces(read)))
        expect(reader.terms(read)).toEqual(new WordReader().terms(read))
        expect(signTerms(read).toSorted()).toEqual(termsOf(reader.pieces(read)).toSorted())
        expect(signWords(read).join(' ')).toBe(wordsOf(reader.pieces(read)))
      }),
    )
  })

  it('enter the vocabulary for the reader that has read them, although they are kept for all', () => {
    const [one, other] = [new WordReader(), new WordReader()]
    one.pieces('Lenovo 65W')
    one.terms('with frame')
    other.terms('with frame')
    expect(one.plainWords()).toEqual(new Set(['lenovo', 'with', 'frame']))
    expect(other.plainWords()).toEqual(new Set(['with', 'frame']))
  })
})

describe('signs of part numbers', () => {
  it('are taken by threes, pairs of surrogates as one sign', () => {
    expect(threes('LP156')).toEqual(['LP1', 'P15', '156'])
    expect(threes('A\u{1f600}BC')).toEqual(['A\u{1f600}B', '\u{1f600}BC'])
    expect(threes('AB')).toEqual([])
    const all = new Set(['156'])
    addThrees('1567', all)
    expect([...all]).toEqual(['156', '567'])
  })

  it('are plain in any spelling', () => {
    expect(['lp-156 wf', 'LP156WF', 'C#+1', 'ＬＰ156', '(A)', ''].map(plainNumber)).toEqual([
      'LP156WF',
      'LP156WF',
      'C#+1',
      'LP156',
      'A',
      '',
    ])
  })
})
