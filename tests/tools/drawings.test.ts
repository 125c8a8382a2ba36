import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { picturesOf } from '../../src/tools/demo/catalogue/part-pictures.ts'
import { drawingKinds, type DrawingKind } from '../../src/tools/demo/drawings/drawing.ts'
import { words } from '../../src/tools/demo/drawings/lettering.ts'
import { dimmFrame, sodimmFrame } from '../../src/tools/demo/drawings/memory.ts'
import type { DrawnFacts } from '../../src/tools/demo/drawings/subject.ts'
import { drawing, views } from '../../src/tools/demo/drawings/views.ts'
import { loadProfiles } from '../../src/tools/import/choose-profile.ts'
import { fullDemo } from '../support/full-demo.ts'

const variants = [0, 1, 2, 3, 4, 5]

/** XML errors of a text: a mismatched tag, an attribute without quotes or repeated, an unknown entity. */
function xmlFault(text: string): string | undefined {
  const open: string[] = []
  const rest = text.replaceAll(
    /<(\/?)([a-z][\w-]*)((?: [a-z][\w:-]*="[^"<&]*")*)(\/?)>/gi,
    (_, closing: string, name: string, attributes: string, empty: string) => {
      const names = Array.from(attributes.matchAll(/ ([\w:-]+)=/g), (match) => match[1])
      if (new Set(names).size < names.length) return `twice in ${name}`
      if (!closing && !empty) open.push(name)
      return closing && open.pop() !== name ? `stray </${name}>` : ''
    },
  )
  if (rest !== '') return rest
  if (open.length > 0) return `not closed: ${open.join(' ')}`
  return /NaN|undefined|Infinity/.exec(text)?.[0]
}

const drawn = (kind: DrawingKind, variant: number, facts: DrawnFacts = {}, number = 'AB-10001') => ({
  kind,
  variant,
  facts,
  number,
  maker: 'Delverk',
})

/** The path of a text; it is the same at every place and size. */
const lettersOf = (text: string): string => / d="([^"]+)"/.exec(words(text, 0, 0, 20))?.[1] ?? ''

/** The texts of a drawing, which `words` writes. */
const lettering = /<path fill="none" stroke-width="[^"]+" transform="[^"]+scale[^"]+" d="([^"]*)"/g

describe('drawings', () => {
  test.each(drawingKinds)('%s is well-formed, small and the same each time, in every view', (kind) => {
    for (const variant of variants) {
      for (const view of views) {
        const svg = drawing(view, drawn(kind, variant))
        expect(xmlFault(svg)).toBeUndefined()
        expect(svg.length).toBeLessThan(6_500)
        expect(drawing(view, drawn(kind, variant))).toBe(svg)
      }
    }
  })

  test('a drawing without facts, as imported goods get, says no figure but those on keys', async () => {
    const profiles = [...(await loadProfiles('')).values()]
    const kinds = profiles.flatMap((profile) =>
      'picture' in profile && profile.picture && 'drawing' in profile.picture ? [profile.picture.drawing] : [],
    )
    const allowed = new Set(['', 'CPU', 'WI-FI', 'HDD', 'DVD', 'BD', '+'].map(lettersOf))
    const said = drawingKinds
      .filter((kind) => kinds.includes(kind) && kind !== 'desktop-keyboard')
      .flatMap((kind) => variants.map((variant) => ({ kind, svg: drawing('part', drawn(kind, variant, {}, '')) })))
      .flatMap(({ kind, svg }) => Array.from(svg.matchAll(lettering), ([, d = '']) => ({ kind, d })))
    expect(kinds).toHaveLength(18)
    expect(said.filter(({ d }) => !allowed.has(d)).map(({ kind }) => kind)).toEqual([])
  })

  test('no two kinds look the same', () => {
    expect(new Set(drawingKinds.map((kind) => drawing('part', drawn(kind, 0)))).size).toBe(drawingKinds.length)
  })

  test('every drawing can be rendered and is not blank', async () => {
    const darkest = async (svg: string): Promise<number> =>
      Math.min(...(await sharp(Buffer.from(svg)).resize(48).greyscale().raw().toBuffer()))
    const drawings = drawingKinds.flatMap((kind) => views.map((view) => drawing(view, drawn(kind, 0))))
    expect(Math.max(...(await Promise.all(drawings.map(darkest))))).toBeLessThan(180)
  })

  test.each([
    ['charger', 'plug', ['usb_c', 'barrel_4530', 'barrel_5525', 'barrel_7450', 'slim_rectangular']],
    ['charger', 'power', [45, 65, 230]],
    ['laptop-battery', 'cells', [2, 3, 4, 6]],
    ['laptop-battery', 'plug_at', ['left', 'middle', 'right']],
    ['ssd-m2', 'form_factor', ['m2_2230', 'm2_2242', 'm2_2280']],
    ['ssd-m2', 'capacity_gb', [500, 1000, 2000]],
    ['memory-module', 'memory_type', ['DDR4', 'DDR5']],
    ['laptop-keyboard', 'layout', ['nordic', 'german', 'french', 'us', 'swiss', 'british']],
    ['laptop-keyboard', 'backlight', ['yes', 'no']],
    ['hinge', 'side', ['left', 'right', 'both']],
    ['fan', 'diameter', [50, 60]],
    ['ink-cartridge', 'ink_colour', ['black', 'cyan', 'magenta', 'yellow']],
    ['adapter-dongle', 'end_a', ['usb_c', 'usb_a', 'displayport']],
    ['adapter-dongle', 'end_b', ['hdmi', 'sata', 'vga', 'rj45']],
    ['usb-cable', 'end_b', ['usb_c', 'usb_b', 'micro_usb']],
    ['power-cord', 'cord', ['c5', 'c7', 'c13']],
    ['power-supply', 'form_factor', ['atx', 'sfx', 'slim']],
  ] as const)('a %s shows its %s', (kind, fact, values) => {
    const standard = kind === 'memory-module' ? { form_factor: 'dimm' } : {}
    const drawings = values.map((value) => drawing('part', drawn(kind, 0, { ...standard, [fact]: value })))
    expect(new Set(drawings).size).toBe(values.length)
  })

  test('a memory module of a desktop is four times as long as high, one of a laptop twice', () => {
    const ratio = ({ width, height }: typeof dimmFrame) => Math.round(width / height)
    expect([dimmFrame, sodimmFrame].map(ratio)).toEqual([4, 2])
  })

  test('a dimension drawing states the measures of the facts', () => {
    const stated = (kind: DrawingKind, facts: DrawnFacts) => drawing('size', drawn(kind, 0, facts))
    expect(stated('ssd-m2', { form_factor: 'm2_2242' })).toContain(lettersOf('42 MM'))
    expect(stated('screws', { thread: 'm2_5', length_mm: 8 })).toContain(lettersOf('8 MM'))
    expect(stated('screws', { thread: 'm2_5', length_mm: 8 })).toContain(lettersOf('M2.5'))
    expect(stated('charger', { plug: 'barrel_4530' })).toContain(lettersOf('Ø 4.5 × 3.0 MM'))
    expect(stated('laptop-battery', { wide_mm: 211, high_mm: 98 })).toContain(lettersOf('211 MM'))
    expect(stated('laptop-battery', {})).not.toContain(lettersOf(' MM').slice(4))
  })

  test('the validator detects faults', () => {
    expect(xmlFault('<a b="1"><c/></a>')).toBeUndefined()
    expect(xmlFault('<a><b></a></b>')).toBeDefined()
    expect(xmlFault('<a b="1" b="2"/>')).toBeDefined()
    expect(xmlFault('<a b=1/>')).toBeDefined()
    expect(xmlFault('<a>')).toBeDefined()
  })
})

describe('pictures of the demo shop', () => {
  const { parts } = fullDemo
  const pictures = new Map(parts.map(({ part, sku }) => [sku, picturesOf(part, sku)]))

  test('every part has at least three, all different, all well-formed', () => {
    for (const each of pictures.values()) {
      expect(new Set(each.map(({ id }) => id)).size).toBeGreaterThanOrEqual(3)
      expect(each.map(({ svg }) => /NaN|undefined|Infinity/.exec(svg)?.[0])).toEqual(each.map(() => undefined))
      expect(Math.max(...each.map(({ svg }) => svg.length))).toBeLessThan(6_500)
    }
  })

  test("a part's label has its own number", () => {
    for (const [sku, each] of pictures) expect(each.at(-1)?.svg).toContain(lettersOf(sku))
    for (const { part, sku } of parts.filter(({ part: { kind } }) => ['charger', 'laptop-battery'].includes(kind)))
      expect(picturesOf(part, sku)[0]?.svg).toContain(lettersOf(sku))
  })

  test('no two parts have the same main picture', () => {
    expect(new Set([...pictures.values()].map(([main]) => main?.id)).size).toBe(parts.length)
  })
})
