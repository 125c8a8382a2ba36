import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentTokens, contrast, unreadablePair } from '../../../src/domain/settings/colours.ts'
import { looksOf, readSettings } from '../../../src/domain/settings/settings.ts'

const violet = { light: { accent: '#5b2aa8', onAccent: '#ffffff' }, dark: { accent: '#c3a6ff', onAccent: '#1a0b33' } }
const set = (brand: object) => readSettings({ brand })
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** Relative luminance by the text of WCAG 2.2, in percent of white. */
function oracle(colour: string): number {
  const part = (from: number): number => {
    const value = Number(`0x${colour.slice(from, from + 2)}`) / 255
    return value <= 0.04045 ? value / 12.92 : Math.exp(2.4 * Math.log((value + 0.055) / 1.055))
  }
  return part(1) * 0.2126 + part(3) * 0.7152 + part(5) * 0.0722
}

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2)
  expect(contrast(other, one)).toBe(contrast(one, other))
})

test('colours are taken only when every pair of text and ground has 4.5:1', () =>
  fc.assert(
    fc.property(hex, hex, fc.constantFrom('light' as const, 'dark' as const), (accent, onAccent, scheme) => {
      const ratio = (a: string, b: string): number => {
        const [less = 0, more = 0] = [oracle(a), oracle(b)].toSorted((x, y) => x - y)
        return (more + 0.05) / (less + 0.05)
      }
      const { strong, wash } = accentTokens({ accent, onAccent }, scheme)
      const [paper, ground, ink] =
        scheme === 'light' ? (['#ffffff', '#f3f5f8', '#192532'] as const) : (['#10171e', '#1a212a', '#eceff2'] as const)
      const worst = Math.min(
        ...[paper, ground, wash].map((each) => ratio(accent, each)),
        ...[accent, strong].map((each) => ratio(onAccent, each)),
        ratio(strong, paper),
        ratio(ink, wash),
      )
      fc.pre(Math.abs(worst - 4.5) > 1e-6)
      expect(unreadablePair({ accent, onAccent }, scheme) !== undefined).toBe(worst < 4.5)
    }),
  ))

test.each<[string, object, string]>([
  [
    'an accent like the page',
    { colours: { ...violet, light: { accent: '#c3a6ff', onAccent: '#000000' } } },
    'links on',
  ],
  ['text like its button', { colours: { ...violet, light: { accent: '#5b2aa8', onAccent: '#6b3ab8' } } }, 'on buttons'],
  ['a dark accent in the dark', { colours: { ...violet, dark: violet.light } }, 'brand.colours.dark cannot be read'],
  ['one colour alone', { colours: { light: { accent: '#5b2aa8' } } }, 'must be all set or none'],
  ['a name of a colour', { colours: { ...violet, light: { accent: 'violet', onAccent: '#fff' } } }, 'must be a colour'],
  ['a rule', { colours: { ...violet, light: { accent: '#5b2aa8}', onAccent: '#ffffff' } } }, 'at most 7 characters'],
  ['a font that is not in the list', { font: 'Comic Sans' }, 'brand.font'],
  ['a font with a rule', { font: 'serif}*{display:none' }, 'brand.font'],
  ['a large radius', { radius: 17 }, 'must be at most 16'],
])('refuses %s', (_, brand, reason) =>
  expect(
    set(brand)
      .faults?.map((fault) => `${fault.name} ${fault.reason}`)
      .join('; '),
  ).toContain(reason),
)

test('colours, radius and font become tokens of both schemes; without any there is no rule', () => {
  const { settings } = set({ colours: violet, radius: 8 })
  expect(settings && looksOf(settings)).toMatch(
    /^:root:root\{--radius:8px;--accent:light-dark\(#5b2aa8,#c3a6ff\);--accent-strong:light-dark\(#\w{6},#\w{6}\)/,
  )
  const lettered = set({ font: 'serif' }).settings
  expect(lettered && looksOf(lettered)).toBe(
    `:root:root{--text:Charter,'Bitstream Charter','Sitka Text',Cambria,serif}`,
  )
  const neutral = set({ font: 'system' }).settings
  expect(neutral && looksOf(neutral)).toBe('')
})
