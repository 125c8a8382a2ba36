import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsTogether, type PartGroups } from '../../../src/server/search/parts-together.ts'
import type { TermGroup } from '../../../src/server/search/search-terms.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'

/** The words of parts, with their kinds. */
const documents = ['=external usb disk', '=optical dvd drive', '=fan fan 120mm', '=fan fan quiet laptop']

const engine = {
  hasTerms: (_: unknown, groups: readonly TermGroup[]) =>
    Promise.resolve(
      documents.some((document) => {
        const words = document.split(' ')
        return groups.every((group) => group.some(({ text }) => words.includes(text)))
      }),
    ),
}

const groupOf = (text: string): TermGroup => [{ text, prefix: false }]
const part = (text: string, more: Partial<PartGroups> = {}): PartGroups => ({ text, groups: [groupOf(text)], ...more })

let shop: TestDatabase
beforeAll(async () => {
  shop = await freshDatabase()
})
afterAll(() => shop.close())

test.each<[string, PartGroups[], number[]]>([
  [
    'the part itself, which is of none of the kinds named',
    [part('external'), part('dvd', { kind: groupOf('=external') })],
    [1],
  ],
  [
    'an amount rather than an adjective',
    [part('quiet'), part('fan', { kind: groupOf('=fan') }), part('120mm')],
    [1, 2],
  ],
  ['the part itself, and not for what it is', [part('disk'), part('quiet', { isPurpose: true })], [0]],
  [
    'nothing but what is searched for',
    [part('usb', { isErrand: true, isReason: true }), part('none', { isErrand: true, isReason: true })],
    [],
  ],
  ['a known phrase rather than a word', [part('quiet'), { ...part('usb'), text: 'usb stick' }], [1]],
  ['a word rather than a value of a filter', [part('usb', { isLabel: true }), part('dvd')], [1]],
  ['a word rather than where it is, whatever the order', [part('external', { isLabel: true }), part('dvd')], [1]],
  ['nothing, where only a short number stays beside a word', [part('usb'), part('12'), part('reader'), part('sd')], []],
])('what stays is %s', async (_, parts, kept) => {
  expect(await partsTogether(engine, shop.searchDb, parts, [])).toEqual(kept)
})
