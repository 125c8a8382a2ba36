import { expect, test } from 'vitest'
import { quoteScreen } from '../../../src/server/console/quotes/quote-page.ts'
import { requestScreen } from '../../../src/server/console/requests/request-page.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { aRequest, sent } from '../ordering/requests/asker.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

test('a request and its quote say which line answers which, also when the quote is answered anew', async () => {
  await using shop = await fixtureShop()
  const number = await sent(shop, aRequest({ number: 'fan', lines: 'a quiet battery; 2\nscreen of an old laptop' }))
  const browser = await signedIn(shop, 'seller')
  const params = { number }
  const { terms, lines } = await contentOf(shop, browser, requestScreen, { params })
  expect(lines.map(({ answer }) => answer)).toEqual([undefined, undefined, undefined])
  const prices = { 'price:1': '90', 'price:2': '500', 'sku:2': 'BAT' }
  const form = { action: 'answer', until: terms.until, basis: 'inc', answer: '', pick: '', ...prices }
  expect((await outcome(shop, browser, requestScreen, { params, form })).status).toBe(303)
  const request = async () => contentOf(shop, browser, requestScreen, { params })
  const answers = async () => (await request()).lines.map(({ answer }) => answer && `${answer.quantity} ${answer.sku}`)
  expect(await answers()).toEqual(['2 FAN', '2 BAT', null])
  const quote = { number: (await request()).quote ?? '' }
  const page = () => contentOf(shop, browser, quoteScreen, { params: quote })
  // The number of the part itself is not repeated.
  const asked = async () => (await page()).lines.map((line) => line.asked)
  expect([await asked(), (await page()).unanswered]).toEqual([[null, 'a quiet battery'], ['screen of an old laptop']])
  const again = { action: 'answer', version: (await page()).version, until: terms.until, basis: 'inc', answer: '' }
  const anew = { ...again, percent: '', 'price:2': '450' }
  expect((await outcome(shop, browser, quoteScreen, { params: quote, form: anew })).status).toBe(303)
  expect([await answers(), await asked()]).toEqual([
    ['2 FAN', '2 BAT', null],
    [null, 'a quiet battery'],
  ])
  // Answers from before it was noted are not said to be missing.
  await shop.db.updateTable('part_request_lines').set({ quote_position: null }).execute()
  expect(await answers()).toEqual([undefined, undefined, undefined])
  expect((await page()).unanswered).toEqual([])
})
