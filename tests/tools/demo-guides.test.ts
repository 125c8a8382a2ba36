import { expect, test } from 'vitest'
import { guideText } from '../../src/domain/products/guides.ts'
import { categories } from '../../src/tools/demo/catalogue/category-tree.ts'
import { demoGuides, guideRows } from '../../src/tools/demo/guides/guide-rows.ts'
import { demoNow as now, fullDemo as catalogue } from '../support/full-demo.ts'

test('every guide is valid in both languages, with an address of its own', () => {
  const { guides } = guideRows(catalogue, now)
  expect(guides).toHaveLength(demoGuides.length * 2)
  expect(new Set(guides.map(({ language, slug }) => `${language} ${slug}`)).size).toBe(guides.length)
  for (const { published } of guides) guideText.parse(JSON.parse(published ?? ''))
})

test('tools, parts, pictures and categories of guides are in the shop', () => {
  const keys = new Set(catalogue.parts.map(({ part }) => part.key))
  const named = demoGuides.flatMap(({ tools, parts = [], steps }) => [
    ...tools,
    ...parts,
    ...steps.flatMap(({ picture }) => picture ?? []),
  ])
  expect(named.filter((key) => !keys.has(key))).toEqual([])
  const known = new Set(categories.map(({ id }) => id))
  expect(demoGuides.filter(({ category }) => !known.has(category))).toEqual([])
})

test('guides for devices warn and begin by switching off', () => {
  for (const { id, steps } of demoGuides) {
    expect(
      steps.some(({ warning }) => warning),
      id,
    ).toBe(true)
    expect(
      steps.slice(0, 2).some(({ title }) => /switch off/i.test(title.en)),
      id,
    ).toBe(true)
  }
})
