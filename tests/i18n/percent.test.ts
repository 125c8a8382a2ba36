import { expect, test } from 'vitest'
import { formatPercent } from '../../src/i18n/formats.ts'

test('percent stand as each language writes them, in Swedish behind a space that never breaks', () => {
  expect(formatPercent(12.5, 'en')).toBe('12.5%')
  expect(formatPercent(-12.5, 'sv')).toBe('\u221212,5\u00A0%')
})
