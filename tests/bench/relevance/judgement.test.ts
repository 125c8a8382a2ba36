import { describe, expect, it } from 'vitest'
import type { CatalogueFacts, PartFacts, Version } from './catalogue-facts.ts'
import { Judge } from './judgement.ts'
import { kindsOfQueries } from './queries.ts'
import type { KindsOfQueries, Wanted } from './query.ts'
import { realPartQueries } from './real-parts.ts'

const version = (attributes: string[] = [], purchasable = true): Version => ({
  attributes: new Set(attributes),
  purchasable,
})

function part(sku: string, category: string, facts: Partial<PartFacts> = {}): PartFacts {
  return {
    id: sku,
    sku,
    name: { en: sku, sv: sku },
    categories: new Set([category, 'laptop-parts']),
    brand: 'kraftlund',
    devices: new Set(['pro-14-g1']),
    versions: [version()],
    numbers: new Set([sku]),
    contents: [],
    ...facts,
  }
}

const parts = [
  part('BATTERY', 'batteries', { versions: [version(['power=65'])] }),
  part('SOLD-OUT', 'batteries', { versions: [version([], false)] }),
  part('OTHER-DEVICE', 'batteries', { devices: new Set(['air-13-g1']) }),
  part('OTHER-BRAND', 'batteries', { brand: 'amperine' }),
  part('TAPE', 'tapes', { devices: new Set() }),
  part('KIT', 'kits', { contents: ['BATTERY', 'TAPE'] }),
  part('VARIANTS', 'keyboards', { versions: [version(['layout=us'], false), version(['layout=swiss'])] }),
]

const catalogue: CatalogueFacts = {
  parts,
  byId: new Map(parts.map((each) => [each.id, each])),
  bySku: new Map(parts.map((each) => [each.sku, each])),
  categories: new Set(['batteries', 'tapes', 'kits', 'keyboards', 'laptop-parts']),
  brands: new Set(['kraftlund', 'amperine']),
  devices: [
    { id: 'pro-14-g1', slug: 'pro-14-g1', series: 'Pro 14' },
    { id: 'air-13-g1', slug: 'air-13-g1', series: 'Air 13' },
  ],
  values: new Set(['power=65', 'layout=us', 'layout=swiss']),
  units: new Map([['power', 'W']]),
}

/** Article numbers by grade, without those of grade 0. */
function grades(wanted: Wanted): Record<string, number> {
  const all = [...new Judge(catalogue).gradesOf(wanted)]
  return Object.fromEntries(all.filter(([, grade]) => grade > 0).map(([{ sku }, grade]) => [sku, grade]))
}

describe('a judge', () => {
  it('grades what is sold out, and a kit by its main part, below the part itself', () => {
    expect(grades({ kinds: ['batteries'], devices: ['pro-14-g1'] })).toEqual({
      BATTERY: 3,
      'SOLD-OUT': 2,
      'OTHER-BRAND': 3,
      KIT: 2,
    })
  })

  it('takes every device of a series', () => {
    expect(grades({ kinds: ['batteries'], devices: ['air-*'] })).toEqual({ 'OTHER-DEVICE': 3 })
  })

  it('finds a kit close that holds the part beside its main part', () => {
    expect(grades({ kinds: ['tapes'] })).toEqual({ TAPE: 3, KIT: 1 })
  })

  it('finds other brands and values close, other devices useless', () => {
    const wanted = { kinds: ['batteries'], devices: ['pro-14-g1'], brands: ['kraftlund'] }
    expect(grades({ ...wanted, attributes: { power: '65 W' } })).toEqual({
      BATTERY: 3,
      'SOLD-OUT': 1,
      'OTHER-BRAND': 1,
      KIT: 2,
    })
  })

  it('judges the variant that was asked for', () => {
    expect(grades({ kinds: ['keyboards'], attributes: { layout: 'swiss' } })).toEqual({ VARIANTS: 3 })
    expect(grades({ kinds: ['keyboards'], attributes: { layout: 'us' } })).toEqual({ VARIANTS: 2 })
  })

  it('wants one part for a number, and all that fits for a device with kits after parts', () => {
    expect(grades({ number: 'BATTERY' })).toEqual({ BATTERY: 3 })
    expect(grades({ devices: ['pro-14-g1'] })).toMatchObject({ BATTERY: 3, 'SOLD-OUT': 2, KIT: 2 })
  })

  it('finds words of the English name without case and punctuation', () => {
    const named = (...words: (string | string[])[]) => Object.keys(grades({ named: words }))
    expect(named('sold out')).toEqual(['SOLD-OUT'])
    expect(named('other', 'BRAND')).toEqual(['OTHER-BRAND'])
    expect(named('sold-ou')).toEqual([])
    expect(named('sold-ou*')).toEqual(['SOLD-OUT'])
    expect(named('attery*')).toEqual([])
    expect(named(['tape', 'kit'])).toEqual(['TAPE', 'KIT'])
    expect(grades({ kinds: ['batteries'], named: ['sold-out'] })).toEqual({
      BATTERY: 1,
      'SOLD-OUT': 2,
      'OTHER-DEVICE': 1,
      'OTHER-BRAND': 1,
    })
  })

  it('takes every value with a beginning', () => {
    expect(grades({ kinds: ['keyboards'], attributes: { layout: 'sw*' } })).toEqual({ VARIANTS: 3 })
    expect(grades({ kinds: ['keyboards'], attributes: { layout: '*' } })).toEqual({ VARIANTS: 3 })
  })

  it('rejects facts that the catalogue does not have', () => {
    expect(() => grades({ kinds: ['phones'] })).toThrow('category phones')
    expect(() => grades({ devices: ['thinkpad-*'] })).toThrow('device thinkpad-*')
    expect(() => grades({ attributes: { power: '65' } })).toThrow('unit W')
    expect(() => grades({ attributes: { power: '66 W' } })).toThrow('power=66')
  })
})

it.each<[string, KindsOfQueries, number]>([
  ['the demo shop', kindsOfQueries, 420],
  ['real parts', realPartQueries, 260],
])('labels enough queries for %s, half of them in each language, none twice', (_, queries, min) => {
  const all = [...queries.values()].flat()
  expect(all.length).toBeGreaterThanOrEqual(min)
  expect(new Set(all.map(({ text, language }) => `${language} ${text}`)).size).toBe(all.length)
  const swedish = all.filter(({ language }) => language === 'sv').length / all.length
  expect(swedish).toBeGreaterThan(0.45)
  expect(swedish).toBeLessThan(0.55)
})
