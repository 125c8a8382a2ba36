import type { SettingField, SettingSection } from '../../contracts/console/settings.ts'
import type { Typed } from '../kit/merge-field.ts'
import { typedRows } from '../kit/typed-rows.ts'
import { listAt, typedEntries, type SettingForm } from './typed-entries.ts'

/** The form with what was typed in it when it was refused, also in entries and rows that are not stored. */
export function typedSections(sent: SettingForm): SettingForm {
  if (!('since' in sent.values)) return sent
  let form = typedEntries(sent)
  const lists = Map.groupBy(
    form.sections.filter(({ isRow }) => isRow),
    ({ place }) => listAt(place),
  )
  for (const [list, own] of lists) form = withRows(form, list, own)
  const typed = form.values
  return {
    ...form,
    sections: form.sections.map((section) => ({
      ...section,
      fields: section.fields.map((field) => ({ ...field, value: typedIn(typed, field) })),
    })),
  }
}

/** A list that is ticked has boxes instead of a text. */
function typedIn(typed: Typed, { name, kind, value }: SettingField): string {
  return kind === 'ticks' ? value : (typed[`set:${name}`]?.replaceAll('\r\n', '\n') ?? value)
}

function withRows({ sections, rows, values }: SettingForm, list: string, own: readonly SettingSection[]): SettingForm {
  const blank = own.find(({ isNew, place }) => isNew && listAt(place) === list)
  const stored = own.filter((row) => row !== blank)
  const { count, typed = values } = typedRows(list, stored.map(storedOf), values)
  const added = Array.from({ length: blank ? count - stored.length + 1 : 0 }, (_, at) =>
    movedTo(blank, `${list}.${stored.length + at}`),
  ).flatMap((row) => row ?? [])
  return {
    sections: sections.flatMap((section) => (section === blank ? added : [section])),
    rows: rows.map((each) => (each.name === list ? { ...each, count } : each)),
    values: typed,
  }
}

const storedOf = ({ place, fields }: SettingSection): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, stored }) => [name.slice(place.length + 1), stored]))

function movedTo(row: SettingSection | undefined, place: string): SettingSection | undefined {
  if (!row) return undefined
  const fields = row.fields.map((field) => ({ ...field, name: place + field.name.slice(row.place.length) }))
  return { ...row, place, fields }
}
