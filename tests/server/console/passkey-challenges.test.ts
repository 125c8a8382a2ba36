import { expect, test } from 'vitest'
import { staffIdleSeconds } from '../../../src/domain/staff/staff-limits.ts'
import { givenChallenge, makeChallenge } from '../../../src/server/identity/staff/challenges.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { consoleRequestOf, newBrowser } from './at-console.ts'

test('a question for a passkey can be answered for as long as it is kept, and not after', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { cookies } = await consoleRequestOf(shop, newBrowser())
  const challenge = await makeChallenge(shop, cookies)
  clock.advance(10 * 60)
  expect(await givenChallenge(shop, cookies)).toBe(challenge)
  clock.advance(staffIdleSeconds - 10 * 60)
  expect(await givenChallenge(shop, cookies)).toBeUndefined()
})
