import { z } from 'zod'
import { attributeKinds } from '../../../domain/products/attribute-kinds.ts'
import { attributeById, type StoredAttribute } from '../../catalog/attributes/attribute-queries.ts'
import type { AttributeChange } from '../../catalog/attributes/edit-attribute.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { parseLogFields, type LogFields, type Undoing } from '../staff/undo-record.ts'

const logged = z.object({
  name_sv: z.string(),
  name_en: z.string(),
  unit: z.string(),
  kind: z.enum(attributeKinds),
  facet: z.number(),
})
const labelField = /^value_(sv|en) (.*)$/s

/** What the audit log compares of an attribute. */
export async function attributeLog(db: Queryable, id: string): Promise<LogFields> {
  const found = await attributeById(db, id)
  return found ? logOf(found) : {}
}

function logOf({ name, labels, id: _id, position: _position, ...row }: StoredAttribute): LogFields {
  const words = [...labels].flatMap(([value, { sv, en }]) => [
    [`value_sv ${value}`, sv],
    [`value_en ${value}`, en],
  ])
  return { ...row, name_sv: name.sv, name_en: name.en, ...(Object.fromEntries(words) as Record<string, string>) }
}

/** Whether the log has all of an attribute. */
export const isWholeAttribute = (fields: LogFields): boolean => logged.safeParse(fields).success

/** An attribute as the log has it; throws a refusal where it does not have all of it. */
export function attributeIn(fields: LogFields): Omit<AttributeChange, 'isUnitSure'> {
  const { name_sv, name_en, unit, kind, facet } = parseLogFields(logged, fields)
  const labels = new Map<string, { sv: string; en: string }>()
  for (const [field, word] of Object.entries(fields)) {
    const [, language, value = ''] = labelField.exec(field) ?? []
    if (language === undefined || typeof word !== 'string') continue
    labels.set(value, { ...(labels.get(value) ?? { sv: '', en: '' }), [language]: word })
  }
  return { name: { sv: name_sv, en: name_en }, unit, kind, isFacet: facet === 1, labels }
}

/** How the changes of an attribute are taken back; which import it was edited after is not. */
export function undoingOf(attribute: StoredAttribute): Undoing {
  return {
    subject: { kind: 'attribute', id: attribute.id },
    operations: ['attributes.change', 'attributes.undo'],
    now: logOf(attribute),
    ignored: ['edited'],
    permission: 'products.change',
  }
}
