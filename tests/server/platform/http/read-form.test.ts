import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { formChoice, formPassword, formText, formTextIfSent } from '../../../../src/contracts/form-fields.ts'
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
