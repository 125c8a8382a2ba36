import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeField } from '../../src/console/kit/merge-field.ts'

test.each([
  ['nothing was sent', undefined, 'stored', { value: 'stored' }],
  ['only this person changed it', { f: 'mine', 'was:f': 'old' }, 'old', { value: 'mine' }],
  ['only the other changed it', { f: 'old', 'was:f': 'old' }, 'theirs', { value: 'theirs' }],
  ['both changed it', { f: 'mine', 'was:f': 'old' }, 'theirs', { value: 'mine', theirs: 'theirs' }],
  ['both changed it in the same way', { f: 'same', 'was:f': 'old' }, 'same', { value: 'same' }],
  ['the other emptied it', { f: 'mine', 'was:f': 'old' }, '', { value: 'mine', theirs: '' }],
  ['this person emptied it', { 'was:f': 'old' }, 'theirs', { value: '', theirs: 'theirs' }],
  ['only line breaks differ', { f: 'a\r\nb ', 'was:f': 'a\r\nb' }, 'a\nb', { value: 'a\r\nb ' }],
])('where %s, a field shows it', (_, typed, stored, expected) => {
  expect(mergeField('f', stored, typed)).toEqual(expected)
})

test('a change of one person is never lost, and never replaces a change of another without being shown', () => {
  const word = fc.constantFrom('', 'a', 'b', 'c')
  fc.assert(
    fc.property(word, word, word, (was, mine, stored) => {
      const { value, theirs } = mergeField('f', stored, { f: mine, 'was:f': was })
      if (mine !== was) expect(value).toBe(mine)
      if (stored !== was && value !== stored) expect(theirs).toBe(stored)
    }),
  )
})
