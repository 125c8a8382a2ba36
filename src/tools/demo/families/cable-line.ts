import type { DrawingKind } from '../drawings/drawing.ts'
import type { Part } from '../parts/part.ts'
import type { Words } from '../words.ts'

/** A cable with the lengths and colours it is sold in. */
export type CableLine = {
  id: string
  category: string
  kind: DrawingKind
  name: Words
  lead: Words
  lengths: readonly number[]
  price: number
  perMetre: number
  tips: readonly Words[]
  ends: readonly [string, string]
  facts?: Part['facts']
  colours?: readonly string[]
}
