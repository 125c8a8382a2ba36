import { z } from 'zod/mini'
import { attributeKinds, type AttributeKind } from '../../domain/products/attribute-kinds.ts'
import { formChoice, formText, formTextsByKey } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

const fields = {
  name_sv: formText(90),
  name_en: formText(90),
  unit: formText(40),
  kind: formChoice(attributeKinds),
  facet: formText(4),
}
export const attributeMakeForm = z.object({ id: formText(70), ...fields })
/** Words of a value are in `sv:VALUE` and `en:VALUE`. */
export const attributeForm = z.object({
  version: formText(20),
  ...fields,
  unit_sure: formText(4),
  'sv:': formTextsByKey,
  'en:': formTextsByKey,
})
export const attributeOrderForm = z.object({ place: formText(80) })
export const attributeRemoveForm = z.object({ sure: formText(4) })

export type AttributeFields = { name_sv: string; name_en: string; unit: string; kind: AttributeKind; facet: string }

/** An attribute in the list, in the order of filters and facts. */
type AttributeLine = {
  id: string
  name: string
  unit: string
  kind: AttributeKind
  isFacet: boolean
  isFirst: boolean
  isLast: boolean
}
export type AttributesPage = {
  lines: readonly AttributeLine[]
  search: string
  /** The newest changes of the order. */
  history: readonly AuditLine[]
  mayChange: boolean
}

type Named = { id: string; name: string }

/** An attribute, or the form of a new one. */
export type AttributePage = {
  /** '' for a new one. */
  id: string
  name: string
  version: string
  fields: AttributeFields
  /** Its values, the most frequent first, with what they are called in both languages. */
  values: readonly { value: string; products: number; sv: string; en: string }[]
  /** Whether it has more values than are shown. */
  isCut: boolean
  /** How many products have it, up to 10,000; `areMore` says that there are more. */
  products: number
  areMore: boolean
  facts: readonly Named[]
  fits: readonly Named[]
  audit: readonly AuditLine[]
  mayChange: boolean
}
