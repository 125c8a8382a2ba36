import { expect, test } from 'vitest'
import { showsBannerMessage, showsStoreMessage } from '../../src/domain/messages.ts'

const [twenty, more] = ['x'.repeat(20), 'x'.repeat(21)]

test('spec 5: a banner message is shown only if it is longer than 20 characters [5.banner-message]', () => {
  expect([showsBannerMessage(twenty), showsBannerMessage(more)]).toEqual([false, true])
  expect([showsBannerMessage(`<p class="wide"><b>${twenty}</b></p>`), showsBannerMessage(`<p>${more}</p>`)]).toEqual([
    false,
    true,
  ])
})

test('spec 5: a store message is shown when it is not hidden, however short [5.store-message]', () => {
  expect(['<p>Idag stängt</p>', 'Hej', more].map((content) => showsStoreMessage({ content, hidden: false }))).toEqual([
    true,
    true,
    true,
  ])
  expect([twenty, more].map((content) => showsStoreMessage({ content, hidden: true }))).toEqual([false, false])
  expect(['', '<p></p>', '<p>&nbsp;</p>'].map((content) => showsStoreMessage({ content, hidden: false }))).toEqual([
    false,
    false,
    false,
  ])
})
