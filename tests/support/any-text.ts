import { type Arbitrary, array, integer } from 'fast-check'

/**
 * Texts of any code points but halves of surrogate pairs. The same as fast-check's `string({ unit: 'binary' })`, which
 * spends a second of processor time on a map of all code points.
 */
export function anyText({ maxLength }: { maxLength?: number } = {}): Arbitrary<string> {
  const point = integer({ min: 0, max: 0x10ffff - surrogates.count }).map((n) =>
    n < surrogates.first ? n : n + surrogates.count,
  )
  return array(point, maxLength === undefined ? {} : { maxLength }).map((points) => String.fromCodePoint(...points))
}

const surrogates = { first: 0xd800, count: 0x800 }
