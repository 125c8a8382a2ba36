import type { DrawingKind } from '../drawings/drawing.ts'
import type { MakerId } from '../makers.ts'
import type { FamilyId } from '../parts/families.ts'
import type { Facts } from '../parts/part.ts'
import type { Words } from '../words.ts'

/** A tool or consumable; `group` is the number of items in a pack, `intervals` the subscription intervals in days. */
export type WorkshopArticle = {
  id: string
  family: FamilyId
  category: string
  kind: DrawingKind
  maker: MakerId
  name: Words
  lines: readonly Words[]
  facts: Facts
  price: number
  weight: number
  group?: number
  intervals?: readonly number[]
}
