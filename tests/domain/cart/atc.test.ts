import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAtc, parseAtc } from '../../../src/domain/cart/atc.ts'

const sku = fc
  .oneof(
    fc.string({ minLength: 1 }),
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constantFrom('BAT-1', 'Å 9', '電池'),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '' && !text.includes(';'))
const items = fc.array(fc.record({ sku, quantity: fc.integer({ min: 1, max: 5000 }) }), { maxLength: 5 })

test('what is written into an address is UTF-8 in base64, and read as it was', () => {
  fc.assert(
    fc.property(items, (wanted) => {
      const text = wanted.map((item) => `${item.sku}:${item.quantity}`).join(';')
      expect(formatAtc(wanted)).toBe(Buffer.from(text, 'utf8').toString('base64'))
      expect(parseAtc(formatAtc(wanted))).toEqual(wanted)
    }),
  )
})
