import { beforeEach, expect, test } from 'vitest'
import { keepTaken, takenParts, type TakenFrom } from '../../src/console/packing/taken-parts.ts'
import { openBrowser } from './browser-tabs.ts'

let browser: ReturnType<typeof openBrowser>

beforeEach(() => (browser = openBrowser()))

const on = (orders: string, change: Partial<TakenFrom> = {}) => ({
  day: '2026-06-15',
  person: 'kim',
  orders,
  ...change,
})

test('what was taken of a pick list is remembered by list, until nothing is ticked', () => {
  keepTaken(on('100001 100002'), ['FAN 2', 'RAM 1'])
  keepTaken(on('100003'), ['FAN 3'])
  expect([takenParts(on('100001 100002')), takenParts(on('100003'))]).toEqual([['FAN 2', 'RAM 1'], ['FAN 3']])
  keepTaken(on('100001 100002'), [])
  expect([takenParts(on('100001 100002')), takenParts(on('100003'))]).toEqual([[], ['FAN 3']])
})

test('the ticks of one person are not those of another at the same phone', () => {
  keepTaken(on('100001'), ['FAN 2'])
  const other = on('100001', { person: 'sam' })
  expect(takenParts(other)).toEqual([])
  keepTaken(other, ['RAM 1'])
  expect([takenParts(on('100001')), takenParts(other)]).toEqual([['FAN 2'], ['RAM 1']])
})

test('the next day begins without ticks, and forgets those of the day before', () => {
  keepTaken(on('100001'), ['FAN 2'])
  const tomorrow = { day: '2026-06-16' }
  expect(takenParts(on('100001', tomorrow))).toEqual([])
  keepTaken(on('100002', tomorrow), ['RAM 1'])
  expect(browser.localStorage.getItem('zp02:console-taken-parts')).not.toContain('FAN')
  expect(takenParts(on('100002', tomorrow))).toEqual(['RAM 1'])
})

test('the ten lists that were ticked last are remembered', () => {
  for (let list = 0; list < 11; list += 1) keepTaken(on(String(list)), [`FAN ${list}`])
  keepTaken(on('1'), ['FAN 1', 'RAM 1'])
  keepTaken(on('11'), ['FAN 11'])
  expect(['0', '1', '2', '3', '11'].map((list) => takenParts(on(list)).length)).toEqual([0, 2, 0, 1, 1])
})

test('anything else that is stored counts as nothing taken', () => {
  const old = '[["x",["FAN 1"]]]'
  const parts = '[["2026-06-15","kim","x",[1]]]'
  const day = '[[1,"kim","x",["FAN 1"]]]'
  for (const stored of ['no JSON', '{}', '[1]', '[["x"]]', old, parts, day, 'null']) {
    browser.localStorage.setItem('zp02:console-taken-parts', stored)
    expect(takenParts(on('x'))).toEqual([])
  }
  keepTaken(on('x'), ['FAN 1'])
  expect(takenParts(on('x'))).toEqual(['FAN 1'])
})
