import type { Fields } from '../../platform/http/read-form.ts'

/**
 * The fields of a record's form, where a person has ticked to take what is stored (`use:<name>`) instead of what they
 * typed; what is stored is what the form said (`was:<name>`), and its version is checked as that of any form.
 */
export function withChosenStored(fields: Fields): Fields {
  const chosen = new Set(fields.flatMap(([name]) => (name.startsWith('use:') ? [name.slice(4)] : [])))
  if (chosen.size === 0) return fields
  const own = fields.filter(([name]) => !name.startsWith('use:') && !chosen.has(name))
  const stored = fields.flatMap(([name, value]) => {
    const field = name.startsWith('was:') ? name.slice(4) : ''
    return chosen.has(field) && value !== '' ? [[field, value] as const] : []
  })
  return [...own, ...stored]
}
