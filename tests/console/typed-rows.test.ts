import { expect, test } from 'vitest'
import { typedRows } from '../../src/console/kit/typed-rows.ts'

type Row = Readonly<Record<string, string>>

/** A form as it is sent: what each row had when it was shown, and what was typed in it. */
function sent(rows: readonly { was: Row; own: Row }[]): Row {
  const fields = rows.flatMap(({ was, own }, at) => [
    ...Object.entries(was).map(([name, value]) => [`was:set:list.${at}.${name}`, value]),
    ...Object.entries(own).map(([name, value]) => [`set:list.${at}.${name}`, value]),
  ])
  return Object.fromEntries([...fields, ['set:list.rows', String(rows.length - 1)], ['note', 'kept']])
}

const row = (day: string, days = '1'): Row => ({ day, days })
const blank = row('', '')

test('rows that were added follow those that somebody else has added meanwhile', () => {
  const form = sent([
    { was: row('a'), own: row('a', '2') },
    { was: blank, own: row('mine') },
    { was: blank, own: row('mine too') },
    { was: blank, own: blank },
  ])
  const { count, typed } = typedRows('list', [row('a'), row('theirs')], form)
  expect(count).toBe(4)
  expect(typed).toEqual({
    note: 'kept',
    'set:list.rows': '4',
    'set:list.0.day': 'a',
    'set:list.0.days': '2',
    'was:set:list.0.day': 'a',
    'was:set:list.0.days': '1',
    'set:list.1.day': 'theirs',
    'set:list.1.days': '1',
    'was:set:list.1.day': 'theirs',
    'was:set:list.1.days': '1',
    'set:list.2.day': 'mine',
    'set:list.2.days': '1',
    'was:set:list.2.day': '',
    'was:set:list.2.days': '',
    'set:list.3.day': 'mine too',
    'set:list.3.days': '1',
    'was:set:list.3.day': '',
    'was:set:list.3.days': '',
  })
})

test('a row that was changed stays when it is no longer stored, and one that was not goes', () => {
  const form = sent([
    { was: row('a'), own: row('a') },
    { was: row('b'), own: row('b', '9') },
    { was: row('c'), own: row('c') },
    { was: blank, own: blank },
  ])
  expect(typedRows('list', [row('a')], form)).toMatchObject({ count: 2, typed: { 'set:list.1.days': '9' } })
})

test('a row is taken out only while it is the one that was ticked', () => {
  const form = sent([
    { was: row('a'), own: { ...row('a'), remove: 'yes' } },
    { was: blank, own: blank },
  ])
  expect(typedRows('list', [row('a')], form).typed?.['set:list.0.remove']).toBe('yes')
  expect(typedRows('list', [row('b')], form).typed?.['set:list.0.remove']).toBeUndefined()
})

test('what is wrong with a row moves with it, and a list of plain values has rows too', () => {
  const form = { 'set:list.rows': '0', 'set:list.0': '12-27', 'was:set:list.0': '', 'fault:set:list.0': 'No day.' }
  expect(typedRows('list', [{ '': '06-06' }], form)).toEqual({
    count: 2,
    typed: {
      'set:list.rows': '2',
      'set:list.0': '06-06',
      'was:set:list.0': '06-06',
      'set:list.1': '12-27',
      'was:set:list.1': '',
      'fault:set:list.1': 'No day.',
    },
  })
  expect(typedRows('list', [blank], { 'set:other.rows': '3' })).toEqual({ count: 1, typed: { 'set:other.rows': '3' } })
})
