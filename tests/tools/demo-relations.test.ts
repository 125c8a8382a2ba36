import { describe, expect, test } from 'vitest'
import { allParts } from '../../src/tools/demo/catalogue/all-parts.ts'
import { relationsOf } from '../../src/tools/demo/catalogue/relations.ts'
import { stockOf } from '../../src/tools/demo/catalogue/stock.ts'
import type { Part } from '../../src/tools/demo/parts/part.ts'

const parts = allParts()
const relations = relationsOf(parts)
const byKey = new Map(parts.map((each) => [each.key, each]))

function related({ key }: Part, kind: 'accessory' | 'alternative' | 'successor'): Part[] {
  return (relations.get(key) ?? [])
    .filter((relation) => relation.kind === kind)
    .flatMap((relation) => byKey.get(relation.key) ?? [])
}

describe('relations of the demo shop', () => {
  test('an alternative can replace the part: same device, plug, voltage, ink colour, ends and form', () => {
    const pairs = parts.flatMap((each) => related(each, 'alternative').map((other) => ({ each, other })))
    expect(pairs.length).toBeGreaterThan(500)
    const deciding = [
      'ink_colour',
      'plug',
      'socket_type',
      'end_a',
      'end_b',
      'capacity_gb',
      'memory_type',
      'form_factor',
      'resolution',
      'thickness',
    ] as const
    for (const { each, other } of pairs) {
      for (const fact of deciding)
        expect(other.facts[fact], `${each.key} and ${other.key}: ${fact}`).toBe(each.facts[fact])
      if (each.family !== 'laptop-chargers') expect(other.devices, each.key).toEqual(each.devices)
    }
  })

  test('some parts that are sold out are replaced by an alternative that is in stock', () => {
    const pairs = parts.flatMap((each) => related(each, 'successor').map((other) => ({ each, other })))
    expect(pairs.length).toBeGreaterThan(5)
    for (const { each, other } of pairs) {
      expect(stockOf(each.key, each.price, new Date(0))).toEqual({ on_hand: 0, incoming_at: null })
      expect(stockOf(other.key, other.price, new Date(0))?.on_hand, other.key).not.toBe(0)
      expect(related(each, 'alternative')).toContain(other)
    }
  })

  test('ink of one colour leads to the other colours of its printer, and none of them is an alternative', () => {
    const cyan = parts.filter(({ facts }) => facts['ink_colour'] === 'cyan')
    expect(cyan.length).toBeGreaterThan(3)
    for (const each of cyan) {
      expect(
        related(each, 'alternative').every(({ facts }) => facts['ink_colour'] === 'cyan'),
        each.key,
      ).toBe(true)
      const others = related(each, 'accessory').map(({ facts }) => facts['ink_colour'])
      expect(others, each.key).toEqual(expect.arrayContaining(['black', 'magenta', 'yellow']))
      expect(others).not.toContain('cyan')
    }
  })

  test('an adapter leads to a cable for its output, if there is one', () => {
    const adapters = parts.filter(({ family }) => family === 'adapters')
    const leadsTo = (end: string) => [
      ...new Set(
        adapters
          .filter(({ facts }) => facts['end_b'] === end)
          .flatMap((each) => related(each, 'accessory').map(({ key }) => key)),
      ),
    ]
    expect(leadsTo('hdmi')).toEqual(['cable hdmi 2.0 black'])
    expect(adapters.some(({ facts }) => facts['end_b'] === 'sata')).toBe(true)
    expect(leadsTo('sata')).toEqual([])
  })
})
