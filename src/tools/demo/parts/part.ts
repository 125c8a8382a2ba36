import type { ProductType } from '../../../domain/products.ts'
import type { DrawingKind } from '../drawings/drawing.ts'
import { drawsFor, type Draws } from '../random.ts'
import { fill, tell, type Story, type Values, type Words } from '../words.ts'
import type { AttributeId } from './attributes.ts'
import type { FamilyId } from './families.ts'
import type { MakerId } from '../makers.ts'
import { labelOf } from './value-labels.ts'

/** A spare part as the demo shop thinks of it, before it becomes a `ProductRecord`. */
export type Part = {
  /** Identity: the same key gives the same id, picture, stock and popularity in every seeding. */
  key: string
  family: FamilyId
  type: ProductType
  kind: DrawingKind
  /** The drawing's variant where it matters, because the drawing has letters on it. */
  variant: number | null
  categories: readonly [string, ...string[]]
  maker: MakerId
  origin: 'original' | 'compatible' | 'refurbished'
  name: Words
  description: Words
  /** Attribute values in the order of the specification table. */
  facts: Facts
  /** Kronor including VAT; without one the part is shown but cannot be ordered. */
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

/** One choice of a variant: a layout, a length, a colour. */
export type Choice = { code: string; label: Words; price: number; facts: Facts }

type Optional =
  | 'type'
  | 'variant'
  | 'origin'
  | 'facts'
  | 'groupSize'
  | 'devices'
  | 'replaces'
  | 'choices'
  | 'contents'
  | 'intervals'
  | 'makerNumber'

/** A part in a family's words: templates for its name and story, and the values that fill them. */
export type Sketch = Omit<Part, Optional | 'name' | 'description'> &
  Partial<Pick<Part, Optional>> & { name: Words; story: Story; values?: Values }

/** Makes a part from its sketch; the facts are values of its texts too. */
export function part({ story, values = {}, ...sketch }: Sketch): Part {
  const draws = drawsFor(`story ${sketch.key}`)
  const known = { ...labelled(sketch.facts ?? {}), ...values }
  return {
    type: 1,
    variant: null,
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

/** A part number in the style of a maker: its first letters, then a block of digits and a revision. */
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

/** A price a shop would set near the given kronor: 89, 349, 1 295. */
export function shelfPrice(kronor: number): number {
  if (kronor < 100) return Math.max(9, Math.round(kronor / 10) * 10 - 1)
  if (kronor < 1000) return Math.round(kronor / 10) * 10 - 1
  return Math.round(kronor / 50) * 50 - 5
}
