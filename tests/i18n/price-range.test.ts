import { expect, test } from 'vitest'
import { shownPriceRange } from '../../src/i18n/money.ts'

const shown = (from: number | null, to: number | null, currency: 'SEK' | 'EUR', language: 'sv' | 'en') =>
  shownPriceRange({ from, to }, currency, language).replaceAll('\u00a0', ' ')

test('a range of prices is written as prices are', () => {
  expect(shown(100, 2_000, 'SEK', 'sv')).toBe('100–2 000 kr')
  expect(shown(null, 99.5, 'EUR', 'en')).toBe('≤ €99.50')
  expect(shown(40, null, 'SEK', 'sv')).toBe('≥ 40 kr')
  expect(shown(40, 60, 'EUR', 'en')).toMatch(/^€40.*€60$/)
})
