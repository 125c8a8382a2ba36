import { describe, expect, test } from 'vitest'
import { breadthOf, isWide } from '../../src/console/kit/list-breadth.ts'
import type { ListCell, ListPage } from '../../src/contracts/console/lists.ts'

const column = (name: string, more: Partial<ListPage['columns'][number]> = {}): ListPage['columns'][number] => ({
  name,
  label: name,
  isShown: true,
  ...more,
})
const rows = (...cells: Readonly<Record<string, ListCell>>[]): ListPage['rows'] =>
  cells.map((each, at) => ({ id: String(at), label: String(at), cells: each }))

describe('how wide a frame must be for a list to be a table', () => {
  test('a list of few short columns is a table from the narrowest step on', () => {
    expect(breadthOf({ columns: [column('Nr'), column('Namn')], rows: [] }, true)).toBe(600)
  })

  test('more columns need more, hidden ones need nothing', () => {
    const columns = Array.from({ length: 9 }, (_, at) => column(`kolumn ${at}`))
    const cells = Object.fromEntries(columns.map(({ name }) => [name, { text: '2026-11-26 10:00' }]))
    const narrow = breadthOf({ columns, rows: rows(cells) }, false)
    const hidden = columns.map((each, at) => ({ ...each, isShown: at < 3 }))
    expect(narrow).toBe(1_150)
    expect(breadthOf({ columns: hidden, rows: rows(cells) }, false)).toBe(600)
  })

  test('an amount is never broken, a text of many words is', () => {
    const columns = Array.from({ length: 5 }, (_, at) => column(`k${at}`))
    const cells = Object.fromEntries(columns.map(({ name }) => [name, { text: '1 234 567 890,00 kr' }]))
    const words = breadthOf({ columns, rows: rows(cells) }, false)
    const amounts = breadthOf(
      { columns: columns.map((each) => ({ ...each, isAmount: true })), rows: rows(cells) },
      false,
    )
    expect(amounts).toBeGreaterThan(words)
  })

  test('what stands below a mark counts as well as the mark', () => {
    const columns = Array.from({ length: 6 }, (_, at) => column(`k${at}`))
    const cellsWith = (second?: string): Record<string, ListCell> =>
      Object.fromEntries(
        columns.map(({ name }) => [name, { text: 'Paid', tone: 'good', ...(second ? { second } : {}) }]),
      )
    const breadth = (second?: string) => breadthOf({ columns, rows: rows(cellsWith(second)) }, false)
    expect(breadth('CUSTOMERDISCOUNT')).toBeGreaterThan(breadth())
  })

  test('texts of any length and number of columns have the widest step at most', () => {
    const columns = Array.from({ length: 40 }, (_, at) => column(`k${at}`))
    const cells = Object.fromEntries(columns.map(({ name }) => [name, { text: 'x'.repeat(5_000) }]))
    expect(breadthOf({ columns, rows: rows(cells) }, true)).toBe(1_300)
  })
})

test('a column of long texts, words or heads takes the room of two, one of amounts or fields does not', () => {
  const of = (cell: ListCell, more: Partial<ListPage['columns'][number]> = {}) =>
    isWide(column('k', more), rows({ k: { text: 'kort' } }, { k: cell }))
  expect(of({ text: 'Att packa' })).toBe(false)
  expect(of({ text: 'Hisingens Datorverkstad i Göteborg' })).toBe(true)
  expect(of({ text: 'CUSTOMERDISCOUNT' })).toBe(true)
  expect(of({ text: 'kort' }, { label: 'Artikelnummer' })).toBe(true)
  expect(of({ text: 'Hisingens Datorverkstad i Göteborg' }, { isAmount: true })).toBe(false)
  const field = { name: 'f', value: '1', label: 'f' }
  expect(of({ text: 'Hisingens Datorverkstad i Göteborg', field })).toBe(false)
})
