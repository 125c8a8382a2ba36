import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Dictionary,
  differentVariables,
  flatten,
  identicalTexts,
  missingKeys,
  missingValues,
  oddPlaceholders,
  unusedKeys,
  variablesOf,
} from './support/dictionary-faults.ts'
import { listFiles, projectRoot, readSource } from './support/source-files.ts'

/** Words that are the same in Swedish and English, by key. */
const sameInBoth = new Set(['islands:search.hints'])

/** Prefixes of keys that the code completes with a value: `stock_status.{status}`. */
const builtBeginnings = ['stock_status.', 'cart_notice.', 'sort.']

const readLanguage = (language: string): Dictionary =>
  Object.fromEntries(
    listFiles(`src/i18n/${language}`, ['.json']).map((file) => [
      path.basename(file, '.json'),
      JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')),
    ]),
  )

const english = flatten(readLanguage('en'))
const swedish = flatten(readLanguage('sv'))

describe('the dictionaries', () => {
  test('exist', () => expect(english.size).toBeGreaterThan(0))
  test('have the same keys in both languages', () =>
    expect({ swedishLacks: missingKeys(english, swedish), englishLacks: missingKeys(swedish, english) }).toEqual({
      swedishLacks: [],
      englishLacks: [],
    }))
  test('have the same placeholders in both languages', () => expect(differentVariables(english, swedish)).toEqual([]))
  test('have no empty text', () =>
    expect([...english, ...swedish].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]))
  test('are translated', () => expect(identicalTexts(english, swedish, sameInBoth)).toEqual([]))
  test('have no unused text', () => {
    const texts = new Set(listFiles('src', ['.ts', '.tsx', '.astro']).flatMap((file) => readSource(file).texts))
    expect(unusedKeys(english.keys(), texts, builtBeginnings)).toEqual([])
  }, 60_000)
})

describe('the check itself', () => {
  const one = flatten({
    cart: {
      title: 'Your cart',
      lines: { count_one: '{{count}} piece', count_other: '{{count}} pieces' },
      hi: 'Hello {{name}}',
    },
  })
  const two = flatten({
    cart: { title: 'Your cart', lines: { count_one: 'En del', count_other: '{{count}} delar' }, hi: 'Hej {{ nama }}' },
  })

  test('finds missing, untranslated and differing texts', () => {
    expect(missingKeys(one, flatten({ cart: { title: 'Varukorg' } }))).toEqual([
      'cart:lines.count_one',
      'cart:lines.count_other',
      'cart:hi',
    ])
    expect(identicalTexts(one, two, new Set())).toEqual(['cart:title'])
    expect(differentVariables(one, two)).toEqual(['cart:hi'])
    expect(variablesOf('{{b}} {{- a}} {{price, currency}} {{b}}')).toEqual(['a', 'b', 'price'])
  })

  test('finds unused keys, but not keys used with or without namespace, as plurals, or by prefix', () => {
    expect(unusedKeys(one.keys(), new Set(['cart:title']), ['lines.'])).toEqual(['cart:hi'])
    expect(unusedKeys(one.keys(), new Set(['title', 'cart:lines.count', 'hi']), [])).toEqual([])
  })
})
