import type { ProductType } from '../../../domain/products/products.ts'
import type { DrawingKind } from '../drawings/drawing.ts'
import type { DrawnFacts } from '../drawings/subject.ts'
import type { MakerId } from '../makers.ts'
import { drawsFor, type Draws } from '../random.ts'
import { fill, tell, type Story, type Values, type Words } from '../words.ts'
import type { AttributeId } from './attributes.ts'
import type { FamilyId } from './families.ts'
import { labelOf } from './value-labels.ts'

/** A spare part of the demo shop, before it becomes a `ProductRecord`. */
export type Part = {
  /** The identity: the same key gives the same id, picture, stock and popularity on every seeding. */
  key: string
  family: FamilyId
  type: ProductType
  kind: DrawingKind
  /** What its pictures show besides its facts: the kind of a cell, the connector of a cord … */
  looks: DrawnFacts
  categories: readonly [string, ...string[]]
  maker: MakerId
  origin: 'original' | 'compatible' | 'refurbished'
  name: Words
  description: Words
  /** Attribute values in the order of the specification table. */
  facts: Facts
  /** SEK including VAT; null for parts that are shown but cannot be ordered. */
  price: number | null
  weight: number
  groupSize: number
  devices: readonly string[]
  makerNumber: string
  replaces: readonly string[]
  choices: readonly Choice[]
  contents: readonly { key: string; quantity: number }[]
  intervals: readonly number[]
}

export type Facts = Readonly<Partial<Record<AttributeId, string | number>>>

/** One option of a variant product: a layout, a length, a colour. */
export type Choice = { code: string; label: Words; price: number; facts: Facts }

type Optional =
  | 'type'
  | 'looks'
  | 'origin'
  | 'facts'
  | 'groupSize'
  | 'devices'
  | 'replaces'
  | 'choices'
  | 'contents'
  | 'intervals'
  | 'makerNumber'

/** A part as its family describes it: templates for its name and description, and the values to fill in. */
export type Sketch = Omit<Part, Optional | 'name' | 'description'> &
  Partial<Pick<Part, Optional>> & { name: Words; story: Story; values?: Values }

/** Creates a part from its sketch; the attribute values can also be used in its texts. */
export function part({ story, values = {}, ...sketch }: Sketch): Part {
  const draws = drawsFor(`story ${sketch.key}`)
  const known = { ...labelled(sketch.facts ?? {}), ...values }
  return {
    type: 1,
    looks: {},
    origin: 'compatible',
    facts: {},
    groupSize: 1,
    devices: [],
    replaces: [],
    choices: [],
    contents: [],
    intervals: [],
    makerNumber: numberOf(sketch.maker, sketch.key),
    ...sketch,
    name: fill(sketch.name, known),
    description: tell(story, known, draws),
  }
}

function labelled(facts: Part['facts']): Values {
  return Object.fromEntries(
    Object.entries(facts).map(([id, value]) => [id, labelOf(id as AttributeId, String(value)) ?? value]),
  )
}

/** A part number in the style of a maker: its initials, a block of digits and a revision. */
export function numberOf(maker: string, key: string): string {
  const draws: Draws = drawsFor(`number ${maker} ${key}`)
  const letters = maker
    .replace(/[^a-z]/g, '')
    .slice(0, 2)
    .toUpperCase()
  const block = String(draws.whole(100_000, 999_999))
  return draws.chance(0.5)
    ? `${letters}${block}-${draws.pick(['A', 'B', 'C', 'D'])}`
    : `${letters}-${block.slice(0, 3)}.${block.slice(3)}`
}

/** Rounds to a typical shop price: 89, 349, 1 295. */
export function shelfPrice(kronor: number): number {
  if (kronor < 100) return Math.max(9, Math.round(kronor / 10) * 10 - 1)
  if (kronor < 1000) return Math.round(kronor / 10) * 10 - 1
  return Math.round(kronor / 50) * 50 - 5
}
