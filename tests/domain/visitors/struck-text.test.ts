import { expect, test } from 'vitest'
import { strikerOf } from '../../../src/domain/visitors/struck-text.ts'

const strike = strikerOf({
  names: ['Åsa Öst (Bo)', 'Storgatan 500', 'c/o Lind-Berg'],
  wholes: ['asa.ost@example.se', ''],
  numbers: ['+46 70 123 45 67', '850709-9805', '12'],
})

test.each([
  ['Åsa ringde, ÅSA ÖST svarade', '••• ringde, ••• ••• svarade'],
  ['på Storgatan 500, hos Lind eller Berg', 'på ••• 500, hos ••• eller •••'],
  ['mejl ASA.OST@example.se eller asaxost@example.se', 'mejl ••• eller asaxost@example.se'],
  ['070-123 45 67, +46701234567, 0701234567.', '•••, •••, •••.'],
  ['070/123 45 67, (070) 123.45.67, 070\u00a0–\u00a0123 45 67', '•••, •••, •••'],
  ['19850709-9805 eller 8507099805', '••• eller •••'],
  ['refund 500.00 (F100012): Åsaka Östra lindar 12', 'refund 500.00 (F100012): Åsaka Östra lindar 12'],
])('strikes whole words, addresses and numbers of a person out of %j', (text, struck) => {
  expect(strike(text)).toBe(struck)
})

test('leaves a text as it is where nothing is known of the person', () => {
  expect(strikerOf({ names: [''], wholes: [' '], numbers: [''] })('a.b')).toBe('a.b')
})
