import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawing, drawingKinds } from '../../src/tools/demo/drawings/drawing.ts'

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

describe('drawings', () => {
  test.each(drawingKinds)('%s is well-formed, small and the same each time, for every variant', (kind) => {
    for (const variant of variants) {
      const svg = drawing(kind, variant)
      expect(xmlFault(svg)).toBeUndefined()
      expect(svg.length).toBeLessThan(6000)
      expect(drawing(kind, variant)).toBe(svg)
    }
    expect(drawing(kind, 1)).not.toBe(drawing(kind, 0))
  })

  test('no two kinds look the same', () => {
    expect(new Set(drawingKinds.map((kind) => drawing(kind, 0))).size).toBe(drawingKinds.length)
  })

  test('every drawing can be rendered and is not blank', async () => {
    const darkest = async (svg: string): Promise<number> =>
      Math.min(...(await sharp(Buffer.from(svg)).resize(48).greyscale().raw().toBuffer()))
    const drawings = drawingKinds.flatMap((kind) => variants.map((variant) => drawing(kind, variant)))
    expect(Math.max(...(await Promise.all(drawings.map(darkest))))).toBeLessThan(120)
  })

  test('the validator detects faults', () => {
    expect(xmlFault('<a b="1"><c/></a>')).toBeUndefined()
    expect(xmlFault('<a><b></a></b>')).toBeDefined()
    expect(xmlFault('<a b="1" b="2"/>')).toBeDefined()
    expect(xmlFault('<a b=1/>')).toBeDefined()
    expect(xmlFault('<a>')).toBeDefined()
  })
})
