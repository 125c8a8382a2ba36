import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAtc, parseAtc } from '../../src/domain/cart/atc.ts'
import { pageLinks, pageOf } from '../../src/domain/pagination.ts'
import { looksLikePartNumber, normalizePartNumber } from '../../src/domain/products/part-numbers.ts'
import { slugify } from '../../src/domain/products/slugs.ts'

const anyText = fc.array(fc.integer({ min: 1, max: 0x2fff })).map((codes) => String.fromCharCode(...codes))
const sku = anyText.map((text) => text.replaceAll(';', '').trim()).filter((text) => text.isWellFormed() && text !== '')
const items = fc.array(fc.record({ sku, quantity: fc.integer({ min: 1, max: 5_000 }) }), { maxLength: 30 })

test('an atc value is read back unchanged, also through a query', () => {
  fc.assert(
    fc.property(items, (list) => {
      expect(parseAtc(formatAtc(list))).toEqual(list)
      expect(parseAtc(new URLSearchParams(`atc=${formatAtc(list)}`).get('atc') ?? '')).toEqual(list)
      expect(parseAtc(formatAtc(list).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))).toEqual(list)
    }),
  )
})

test('an atc value is base64 of sku:quantity pairs separated by semicolons [4.atc.format]', () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  expect(
    formatAtc([
      { sku: 'A-1', quantity: 2 },
      { sku: 'B', quantity: 1 },
    ]),
  ).toBe(encoded('A-1:2;B:1'))
  expect(parseAtc(encoded('A:2;;B:1; C : 3 '))).toEqual([
    { sku: 'A', quantity: 2 },
    { sku: 'B', quantity: 1 },
    { sku: 'C', quantity: 3 },
  ])
  expect(parseAtc(encoded('a:b:3'))).toEqual([{ sku: 'a:b', quantity: 3 }])
  for (const text of ['A', 'A:', ':3', 'A:0', 'A:-1', 'A:1.5', 'A:1e3', 'A:0x10', 'A:NaN', ''])
    expect(parseAtc(encoded(text))).toEqual([])
})

test('an invalid atc value gives a list of whole quantities', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.base64String()), (text) => {
      for (const { sku: found, quantity } of parseAtc(text)) {
        expect(found).not.toBe('')
        expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= 5_000).toBe(true)
      }
    }),
  )
})

test('a slug is lower-case ASCII words with single hyphens, at most 90 characters, and idempotent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const slug = slugify(text)
      expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
      expect(slug.length).toBeLessThanOrEqual(90)
      expect(slugify(slug)).toBe(slug)
    }),
  )
  const texts = ['Åäö ÆØ ß', 'Café  –  Déjà', 'A\u030angström', 'x'.repeat(89) + ' y', '!!!', '10" LCD']
  expect(texts.map(slugify)).toEqual(['aao-aeo-ss', 'cafe-deja', 'angstrom', 'x'.repeat(89), '', '10-lcd'])
})

test('part numbers are compared without case, spaces, hyphens, dots, slashes and underscores', () => {
  const spellings = ['f3-ygt', 'F3 YGT', 'F3.YGT', 'f3/ygt', 'F3_Y\u2011GT', ' Ｆ３ＹＧＴ ']
  expect(spellings.map(normalizePartNumber)).toEqual(Array(6).fill('F3YGT'))
  fc.assert(
    fc.property(anyText, (text) => {
      const once = normalizePartNumber(text)
      expect(normalizePartNumber(once)).toBe(once)
    }),
  )
  expect(['F3YGT', '0DM-3WC', '123'].map(looksLikePartNumber)).toEqual([true, true, true])
  expect(['battery', 'a1', '--', 'åäö1'].map(looksLikePartNumber)).toEqual([false, false, false, false])
})

test('a list has as many pages as it needs, and at least one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 100 }), (total, size) => {
      const { pages } = pageOf(1, size, total)
      expect(pages * size).toBeGreaterThanOrEqual(total)
      expect((pages - 1) * size).toBeLessThan(Math.max(total, 1))
    }),
  )
})

test('page links contain the first, the last and the neighbours in order, and mark gaps of more than one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (pages, at) => {
      const page = Math.min(at, pages)
      const links = pageLinks({ page, pages, size: 1, total: pages })
      const numbers = links.filter((number) => number !== 0)
      for (const number of [1, page - 1, page, page + 1, pages])
        if (number >= 1 && number <= pages) expect(numbers).toContain(number)
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
      links.forEach((number, index) => {
        const [before = 0, after = 0] = [links[index - 1], links[index + 1]]
        if (number === 0) expect(after - before).toBeGreaterThan(2)
        else if (index > 0 && before !== 0) expect(number).toBe(before + 1)
      })
    }),
  )
  expect(pageLinks({ page: 6, pages: 11, size: 1, total: 11 })).toEqual([1, 0, 5, 6, 7, 0, 11])
  expect(pageLinks({ page: 4, pages: 7, size: 1, total: 7 })).toEqual([1, 2, 3, 4, 5, 6, 7])
})
