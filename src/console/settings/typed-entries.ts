import type { SettingPage, SettingSection } from '../../contracts/console/settings.ts'
import type { Typed } from '../kit/merge-field.ts'

/** An entry of a list in a form; `removedName` is what it was called before somebody else took it out. */
export type TypedSection = SettingSection & { removedName?: string }
export type SettingForm = { sections: readonly TypedSection[]; rows: SettingPage['rows']; values: Typed }

/** A field of an entry as it was sent: `set:methods.1.days` is the field `days`; `was:` before it is its prefix. */
type Part = { prefix: string; field: string; value: string }
type Entry = { name: string; parts: readonly Part[] }
type Placed = Entry & { place: string }

/** The list that an entry is in, by their places in the form. */
export const listAt = (place: string): string => place.split('.').slice(0, -1).join('.')

/**
 * A refused form with what was typed in each entry at the place where that is stored now: somebody else may have added
 * or taken out entries before it. An entry that they have taken out comes as a new one, if something was typed in it.
 */
export function typedEntries(form: SettingForm): SettingForm {
  const named = form.sections.filter((each) => !each.isRow && idOf(each) !== undefined)
  let placed = form
  for (const [list, own] of Map.groupBy(named, ({ place }) => listAt(place))) placed = withEntries(placed, list, own)
  return placed
}

const idOf = ({ place, fields }: SettingSection) => fields.find(({ name }) => name === `${place}.id`)?.stored

function withEntries(form: SettingForm, list: string, own: readonly TypedSection[]): SettingForm {
  const blank = own.find(({ isNew }) => isNew)
  if (!blank) return form
  const places = new Map(own.flatMap((each) => (each.isNew ? [] : [[idOf(each) ?? '', each.place] as const])))
  const entries = entriesIn(list, form.values)
  const kept = entries.flatMap((entry) => {
    const place = places.get(entry.name)
    return place === undefined ? [] : [{ ...entry, place }]
  })
  const added = entries
    .filter((entry) => !places.has(entry.name) && isTyped(entry))
    .map((entry, at) => ({ ...withoutBefore(entry), place: `${list}.${places.size + at}` }))
  const last = Math.max(0, added.length - 1) + places.size
  const others = Object.entries(form.values).filter(([name]) => !partOf(list, name))
  const typed = [...kept, ...added].flatMap((entry) => fieldsOf(entry))
  const values = Object.fromEntries([...others, ...typed, [`set:${list}.rows`, String(last)]])
  const rows = form.rows.map((each) => (each.name === list ? { ...each, count: last } : each))
  return withBlanks({ ...form, rows, values }, blank.place, added)
}

/** The form with a new entry for each of those that are added, or one that is blank. */
function withBlanks({ sections, rows, values }: SettingForm, blank: string, added: readonly Placed[]): SettingForm {
  const isBlank = (place: string) => place === blank || place.startsWith(`${blank}.`)
  const moved = (name: string, place: string) => place + name.slice(blank.length)
  const copies = added.length > 0 ? added : [{ place: blank, name: '' }]
  const newSections = copies.flatMap(({ place, name }) =>
    sections
      .filter((each) => isBlank(each.place))
      .map((each) => ({
        ...each,
        place: moved(each.place, place),
        fields: each.fields.map((field) => ({ ...field, name: moved(field.name, place) })),
        ...(name === '' || each.isRow ? {} : { removedName: name }),
      })),
  )
  const newRows = copies.flatMap(({ place }) =>
    rows.filter(({ name }) => isBlank(name)).map((each) => ({ ...each, name: moved(each.name, place) })),
  )
  return {
    sections: sections.flatMap((each) => (each.place === blank ? newSections : isBlank(each.place) ? [] : [each])),
    rows: [...rows.filter(({ name }) => !isBlank(name)), ...newRows],
    values,
  }
}

function partOf(list: string, name: string): (Omit<Part, 'value'> & { place: string }) | undefined {
  const [, prefix = '', rest = ''] = /^(was:|use:|fault:)?set:(.+)$/.exec(name) ?? []
  const inList = rest.startsWith(`${list}.`) && /^(\d{1,3})\.(.+)$/.exec(rest.slice(list.length + 1))
  return inList ? { prefix, place: inList[1] ?? '', field: inList[2] ?? '' } : undefined
}

/** The entries that were sent, in their order; one that was not stored when the form was shown has no name. */
function entriesIn(list: string, values: Typed): Entry[] {
  const parts = Object.entries(values).flatMap(([name, value]) => {
    const part = partOf(list, name)
    return part ? [{ ...part, value }] : []
  })
  const byPlace = [...Map.groupBy(parts, ({ place }) => Number(place))].toSorted(([one], [other]) => one - other)
  return byPlace.map(([place, own]) => ({ name: values[`was:set:${list}.${place}.id`] ?? '', parts: own }))
}

const isCount = (field: string) => /(?:^|\.)(?:rows|remove)$/.test(field)

/** Whether something in an entry was changed, and the entry itself not taken out. */
function isTyped({ parts }: Entry): boolean {
  const valueOf = (prefix: string, field: string) =>
    parts.find((each) => each.prefix === prefix && each.field === field)?.value.trim() ?? ''
  if (valueOf('', 'remove') !== '') return false
  return parts.some(({ field }) => !isCount(field) && valueOf('', field) !== valueOf('was:', field))
}

/** The entry as a new one, of which nothing was there before. */
function withoutBefore({ name, parts }: Entry): Entry {
  const own = parts.filter(({ prefix, field }) => prefix === '' && field !== 'remove')
  return { name, parts: own.flatMap((each) => [each, { ...each, prefix: 'was:', value: '' }]) }
}

const fieldsOf = ({ place, parts }: Placed) =>
  parts.map(({ prefix, field, value }) => [`${prefix}set:${place}.${field}`, value] as const)
