import { expect, test } from 'vitest'
import { mergeField } from '../../src/console/kit/merge-field.ts'
import { typedSections } from '../../src/console/settings/typed-sections.ts'
import type { SettingField, SettingSection } from '../../src/contracts/console/settings.ts'

type Method = { id: string; days: string; bands: readonly string[] }
const method = (id: string, days = '1', bands: readonly string[] = ['49']): Method => ({ id, days, bands })

function field(name: string, stored: string): SettingField {
  const kind = 'text' as const
  const usual = { choices: [], first: [], maxLength: null, isNew: false, fault: null }
  return { name, path: name.split('.'), kind, value: stored, stored, ...usual }
}

/** The form of delivery methods as the server shows it: each has prices in rows of its own, and a blank one follows. */
function shown(methods: readonly Method[]) {
  const entries: readonly Method[] = [...methods, { id: '', days: '', bands: [] }]
  const sections = entries.flatMap(({ id, days, bands }, at): SettingSection[] => {
    const place = `methods.${at}`
    const isNew = at === methods.length
    const own = [field(`${place}.id`, id), field(`${place}.days`, days)]
    const rows = [...bands, ''].map((price, row): SettingSection => {
      const fields = [field(`${place}.bands.${row}.price`, price)]
      const path = ['methods', id, 'bands', String(row)]
      return { path, place: `${place}.bands.${row}`, isNew: isNew || row === bands.length, isRow: true, fields }
    })
    return [{ path: ['methods', id], place, isNew, isRow: false, fields: own }, ...rows]
  })
  const counts = entries.map(({ bands }, at) => ({ name: `methods.${at}.bands`, count: bands.length }))
  return { sections, rows: [{ name: 'methods', count: methods.length }, ...counts] }
}

/** What a browser sends of it, with what somebody has typed. */
function sent({ sections, rows }: ReturnType<typeof shown>, typed: Readonly<Record<string, string>>) {
  const fields = sections.flatMap((section) => section.fields)
  return Object.fromEntries([
    ['since', '1'],
    ...fields.flatMap(({ name, stored }) => [
      [`set:${name}`, stored],
      [`was:set:${name}`, stored],
    ]),
    ...rows.map(({ name, count }) => [`set:${name}.rows`, String(count)]),
    ...Object.entries(typed).map(([name, value]) => [`set:${name}`, value]),
  ])
}

/** The form after somebody else has made these the methods: each entry with its values, by its place. */
function merged(before: readonly Method[], typed: Readonly<Record<string, string>>, now: readonly Method[]) {
  const form = typedSections({ ...shown(now), values: sent(shown(before), typed) })
  const stored = new Map(form.sections.flatMap(({ fields }) => fields.map((each) => [each.name, each.stored] as const)))
  const at = (name: string) => mergeField(`set:${name}`, stored.get(name) ?? '', form.values).value
  const entries = form.sections.filter(({ isRow }) => !isRow)
  return {
    form,
    entries: entries.map(({ place, removedName }) => {
      const prices = form.sections.filter(({ isRow, place: row }) => isRow && row.startsWith(`${place}.`))
      const own = [at(`${place}.id`), at(`${place}.days`)]
      return [...own, prices.map((row) => at(`${row.place}.price`)).join(' '), removedName ?? '']
    }),
  }
}

const [post, bike, van] = [method('post'), method('bike', '2'), method('van', '3')]

test('what was typed stays with its entry when somebody else takes out one before it', () => {
  const { entries, form } = merged([post, bike, van], { 'methods.2.days': '9' }, [bike, van])
  expect(entries.slice(0, 2)).toEqual([
    ['bike', '2', '49 ', ''],
    ['van', '9', '49 ', ''],
  ])
  expect([form.values['was:set:methods.1.days'], form.values['set:methods.rows']]).toEqual(['3', '2'])
})

test('an entry that was taken out meanwhile comes as a new one with its rows where something was typed in it', () => {
  const typed = { 'methods.1.bands.1.price': '79', 'methods.3.id': 'drone', 'methods.3.days': '0' }
  const { entries, form } = merged([post, bike, van], typed, [post, van])
  expect(entries).toEqual([
    ['post', '1', '49 ', ''],
    ['van', '3', '49 ', ''],
    ['bike', '2', '49 79 ', 'bike'],
    ['drone', '0', '', ''],
  ])
  expect(form.rows.filter(({ name }) => name === 'methods' || name === 'methods.2.bands')).toEqual([
    { name: 'methods', count: 3 },
    { name: 'methods.2.bands', count: 2 },
  ])
  expect(form.values).toMatchObject({ 'set:methods.rows': '3', 'was:set:methods.2.days': '' })
})

test('entries that somebody else has added meanwhile stay as they are', () => {
  const { entries } = merged([post], { 'methods.0.days': '7', 'methods.1.id': 'drone' }, [bike, post, van])
  expect(entries).toEqual([
    ['bike', '2', '49 ', ''],
    ['post', '7', '49 ', ''],
    ['van', '3', '49 ', ''],
    ['drone', '', '', ''],
  ])
})

test('an entry in which nothing was typed, or that was to go as well, stays out', () => {
  for (const typed of [{}, { 'methods.1.remove': 'yes', 'methods.1.days': '5' }] as Record<string, string>[])
    expect(merged([post, bike], typed, [post]).entries.map(([id]) => id)).toEqual(['post', ''])
})
