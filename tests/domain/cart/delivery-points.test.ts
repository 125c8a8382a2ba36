import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxPoints, nearestPlaces } from '../../../src/domain/cart/delivery-points.ts'

const at = (postalCode: string) => ({ id: postalCode, name: '', street: '', postalCode, city: '' })
const codes = (found: readonly { postalCode: string }[]) => found.map(({ postalCode }) => postalCode)

test('the longest common prefix is nearest, then the closest number', () => {
  const places = ['411 08', '111 20', '111 52', '112 18', '903 26', '113 30'].map(at)
  expect(codes(nearestPlaces(places, '11122'))).toEqual(['111 20', '111 52', '112 18', '113 30', '411 08'])
  expect(codes(nearestPlaces(places, '903 26')).at(0)).toBe('903 26')
})

test('returns at most five of the given places, and no closer one is left out', () => {
  const code = fc.stringMatching(/^[0-9]{5}$/)
  fc.assert(
    fc.property(fc.uniqueArray(code, { maxLength: 30 }), code, (all, wanted) => {
      const found = codes(nearestPlaces(all.map(at), wanted))
      expect(found).toHaveLength(Math.min(maxPoints, all.length))
      const shared = (each: string) =>
        [5, 4, 3, 2, 1, 0].find((length) => each.startsWith(wanted.slice(0, length))) ?? 0
      const min = Math.min(...found.map(shared))
      for (const left of all.filter((each) => !found.includes(each))) expect(shared(left)).toBeLessThanOrEqual(min)
    }),
  )
})
