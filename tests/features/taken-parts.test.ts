import { beforeEach, expect, test } from 'vitest'
import { keepTaken, takenParts } from '../../src/console/packing/taken-parts.ts'
import { openBrowser } from './browser-tabs.ts'

let browser: ReturnType<typeof openBrowser>

beforeEach(() => (browser = openBrowser()))

test('what was taken of a pick list is remembered by list, until nothing is ticked', () => {
  keepTaken('100001 100002', ['FAN 2', 'RAM 1'])
  keepTaken('100003', ['FAN 3'])
  expect([takenParts('100001 100002'), takenParts('100003')]).toEqual([['FAN 2', 'RAM 1'], ['FAN 3']])
  keepTaken('100001 100002', [])
  expect([takenParts('100001 100002'), takenParts('100003')]).toEqual([[], ['FAN 3']])
})

test('the ten lists that were ticked last are remembered', () => {
  for (let list = 0; list < 11; list += 1) keepTaken(String(list), [`FAN ${list}`])
  keepTaken('1', ['FAN 1', 'RAM 1'])
  keepTaken('11', ['FAN 11'])
  expect(['0', '1', '2', '3', '11'].map((list) => takenParts(list).length)).toEqual([0, 2, 0, 1, 1])
})

test('anything else that is stored counts as nothing taken', () => {
  for (const stored of ['no JSON', '{}', '[1]', '[["x"]]', '[["x",[1]]]', 'null']) {
    browser.localStorage.setItem('zp02:console-taken-parts', stored)
    expect(takenParts('x')).toEqual([])
  }
  keepTaken('x', ['FAN 1'])
  expect(takenParts('x')).toEqual(['FAN 1'])
})
