import { expect, test } from 'vitest'
import { showsMessage } from '../../src/layouts/store-message.ts'

test('spec 5: a message is shown when it is longer than 20 characters [5.banner-message] and not hidden [5.store-message]', () => {
  const [twenty, more] = ['x'.repeat(20), 'x'.repeat(21)]
  expect([showsMessage({ content: twenty, hidden: false }), showsMessage({ content: more, hidden: false })]).toEqual([false, true])
  expect([showsMessage({ content: `<p class="wide"><b>${twenty}</b></p>`, hidden: false }), showsMessage({ content: `<p>${more}</p>`, hidden: false })]).toEqual([false, true])
  expect([showsMessage({ content: twenty, hidden: true }), showsMessage({ content: more, hidden: true })]).toEqual([false, false])
})
