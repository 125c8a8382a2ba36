import type { ContentField, ContentSection } from '../../../contracts/console/content.ts'
import { fieldsOfKind, stepFields } from '../../../domain/content/item-fields.ts'
import type { ContentKind } from '../../content/content-item.ts'
import { stepNumbers, type Values } from '../../content/records/item-values.ts'

const kinds: Readonly<Record<string, ContentField['kind']>> = {
  html: 'html',
  hidden: 'hidden',
  difficulty: 'difficulty',
  from: 'number',
  to: 'number',
  introduction: 'text',
  text: 'step',
  devices: 'lines',
  series: 'lines',
  parts: 'lines',
  tools: 'lines',
  numbers: 'lines',
}
const maxSteps = 60

/** The fields of an item in one language; a guide has a section for each step, and one for a step that is added. */
export function sectionsOf(kind: ContentKind, values: Values): ContentSection[] {
  const fieldOf = (name: string): ContentField => ({
    name,
    stored: values[name] ?? '',
    kind: kinds[name.replace(/^.*\./, '')] ?? 'line',
  })
  const own = { step: null, fields: fieldsOfKind[kind].map(fieldOf) }
  if (kind !== 'guide') return [own]
  const known = stepNumbers(values)
  const added = (known.at(-1) ?? -1) + 1
  const steps = added < maxSteps ? [...known, added] : known
  return [
    own,
    ...steps.map((step) => ({ step: step + 1, fields: stepFields.map((name) => fieldOf(`steps.${step}.${name}`)) })),
  ]
}
