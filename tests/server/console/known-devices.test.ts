import { expect, test } from 'vitest'
import { signInPage } from '../../../src/server/console/staff/sign-in-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { consoleRequestOf, newBrowser, newStaff, outcome, staffPassword, type Browser } from './at-console.ts'

const email = 'seller@shop.example'

async function signIn(shop: Shop, browser: Browser, password = staffPassword): Promise<number> {
  return (await signInPage(shop, await consoleRequestOf(shop, browser, { form: { email, password } }))).status
}

const guess = (shop: Shop, browser: Browser) => signIn(shop, browser, 'a wrong password')

test('guesses of others do not lock people out of the browser in which they have signed in before', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await newStaff(shop, 'seller')
  const own = newBrowser()
  expect(await signIn(shop, own)).toBe(303)
  clock.advance(13 * 3600)
  const statuses = []
  for (let each = 0; each < 12; each += 1) statuses.push(await guess(shop, newBrowser('10.0.0.1')))
  expect(statuses.slice(-3)).toEqual([422, 429, 429])
  expect(await signIn(shop, newBrowser('10.0.0.2'))).toBe(429)
  expect(await signIn(shop, own)).toBe(303)
  expect((await outcome(shop, own, todayScreen)).status).toBe(200)
})

test('a known browser has ten guesses itself, and is unknown after a new password', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { id } = await newStaff(shop, 'seller')
  const own = newBrowser()
  await signIn(shop, own)
  clock.advance(13 * 3600)
  const statuses = []
  for (let each = 0; each < 11; each += 1) statuses.push(await guess(shop, own))
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
  expect(await signIn(shop, newBrowser('10.0.0.2'))).toBe(303)
  const hash = await shop.passwords.hash('en annan fras 43')
  await shop.db.updateTable('staff').set({ password_hash: hash }).where('id', '=', id).execute()
  for (let each = 0; each < 10; each += 1) await guess(shop, newBrowser('10.0.0.1'))
  expect(await signIn(shop, own, 'en annan fras 43')).toBe(429)
})

test('a browser is not known by the password alone where a second factor is wanted', async () => {
  await using shop = await fixtureShop()
  const { id } = await newStaff(shop, 'seller')
  await shop.db.updateTable('staff').set({ totp_secret: 'JBSWY3DPEHPK3PXP' }).where('id', '=', id).execute()
  const thief = newBrowser('10.0.0.1')
  expect(await signIn(shop, thief)).toBe(303)
  for (let each = 0; each < 10; each += 1) await guess(shop, newBrowser('10.0.0.2'))
  expect(await signIn(shop, thief)).toBe(429)
})
