import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import {
  formChoice,
  formFile,
  formPassword,
  formText,
  formTextIfSent,
  formTexts,
  formTextsByKey,
} from '../../../../src/contracts/form-fields.ts'
import { readForm } from '../../../../src/server/platform/http/read-form.ts'

const form = z.object({
  name: formText(5),
  password: formPassword(5),
  action: formChoice(['save', 'remove']),
  mark: formTextIfSent,
})

const posted = (body: BodyInit) => readForm(new Request('http://shop.test/', { method: 'POST', body }), form)

test('fields of a posted form are trimmed, cut and of the known words', async () => {
  const sent = new URLSearchParams({ name: '  Annalisa ', password: ' a b c ', action: 'save', mark: '' })
  expect(await posted(sent)).toEqual({ name: 'Annal', password: ' a b ', action: 'save', mark: '' })
})

test('marks that turn the direction of what is shown after them are left out, but of a password', async () => {
  const sent = new URLSearchParams({ name: '\u202eA\u200fb\u2066c\u2069 ', password: '\u202eab' })
  expect(await posted(sent)).toMatchObject({ name: 'Abc', password: '\u202eab' })
})

test('what is missing, unknown or a file is empty, and of two fields of one name the first counts', async () => {
  const sent = new FormData()
  sent.set('password', new File(['x'], 'x.txt'))
  sent.append('action', 'sell')
  expect(await posted(sent)).toEqual({ name: '', password: '', action: undefined, mark: undefined })
  expect(await posted(new URLSearchParams('name=a&name=b'))).toMatchObject({ name: 'a' })
})

test('a body that is no form is an empty form', async () => {
  expect(await posted('{}')).toEqual({ name: '', password: '' })
})

const order = z.object({
  quantity: formTextIfSent,
  'quantity:': formTextsByKey,
  'choice[]': formTexts,
  file: formFile,
})
const ordered = (body: BodyInit) => readForm(new Request('http://shop.test/', { method: 'POST', body }), order)

test('all texts of a repeated name are read in order, and keyed fields apart from the plain name', async () => {
  const sent = new FormData()
  const file = new File(['x'], 'x.xlsx')
  for (const choice of ['b', 'a', file, 'b']) sent.append('choice', choice)
  for (const field of ['1=2', 'SKU:30=3', '1=9', '__proto__=4', '=5'])
    sent.append(`quantity:${field.slice(0, -2)}`, field.slice(-1))
  sent.append('quantity:7', file)
  sent.append('quantity', '8')
  sent.append('file', file)
  const read = await ordered(sent)
  expect(read['choice[]']).toEqual(['b', 'a', 'b'])
  expect(read.quantity).toBe('8')
  expect(Object.fromEntries(read['quantity:'])).toEqual(
    Object.fromEntries([
      ['1', '2'],
      ['SKU:30', '3'],
      ['__proto__', '4'],
      ['', '5'],
    ]),
  )
  expect(await read.file?.text()).toBe('x')
})

test('lists, keyed fields and files that were not sent are empty, also when names imitate them', async () => {
  const nothing = { quantity: undefined, 'quantity:': new Map(), 'choice[]': [], file: undefined }
  expect(await ordered('')).toEqual(nothing)
  expect(await ordered(new URLSearchParams({ 'choice[]': 'a', file: 'b' }))).toEqual(nothing)
})

test('a body of many names is read in linear time', async () => {
  const names = (count: number) =>
    new URLSearchParams(Array.from({ length: count }, (_, at) => [`quantity:${at}`, '1']))
  const costOf = async (count: number) => {
    const body = names(count)
    const before = process.threadCpuUsage()
    await ordered(body)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  await costOf(10_000)
  const [few, many] = [await costOf(10_000), await costOf(80_000)]
  // 8 times as much if linear, 64 times if each name is compared with all others.
  expect(many / few).toBeLessThan(24)
})
