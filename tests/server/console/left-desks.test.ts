import type { APIContext } from 'astro'
import { expect, test } from 'vitest'
import { consoleRequest } from '../../../src/console-middleware.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { giftCardsScreen } from '../../../src/server/console/gift-cards/gift-cards-page.ts'
import { accountScreen } from '../../../src/server/console/staff/account-page.ts'
import { auditScreen } from '../../../src/server/console/staff/audit-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { liveStaffSession, noteStaffSessionUse } from '../../../src/server/identity/staff/session-queries.ts'
import { newId } from '../../../src/server/platform/ids.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { consoleRequestOf, contentOf, outcome, signedIn, staffPassword, type Form } from './at-console.ts'

const minute = 60
const confirming = { 'factor:password': staffPassword }

/** An owner who signed in, and what each request of theirs is answered with. */
async function atDesk() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  const ask = async <Content>(screen: ConsoleScreenFunction<Content>, form?: Form) => {
    const { status, asksFactor } = await outcome(shop, owner, screen, form ? { form } : {})
    return asksFactor ? 'question' : status
  }
  /** The audit log at an address of its own, through the middleware of the console. */
  const through = async (search: string) => {
    const asked = await consoleRequestOf(shop, owner, { search })
    const context = { ...asked, originPathname: asked.url.pathname } as unknown as APIContext
    const answer = await consoleRequest(context, async () => {
      const result = await auditScreen(shop, context)
      return result instanceof Response ? result : new Response(JSON.stringify(result.page), { status: result.status })
    })
    return answer.status
  }
  return { shop, clock, owner, ask, through, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

test('a desk that was left for half an hour is asked for the factor until it is confirmed', async () => {
  await using desk = await atDesk()
  const { clock, ask } = desk
  clock.advance(31 * minute)
  expect([await ask(auditScreen), await ask(auditScreen)]).toEqual(['question', 'question'])
  clock.advance(2 * minute)
  expect(await ask(auditScreen)).toBe('question')
  expect([await ask(todayScreen), await ask(accountScreen)]).toEqual([200, 200])
  clock.advance(2 * minute)
  expect([await ask(auditScreen), await ask(giftCardsScreen)]).toEqual(['question', 'question'])
  expect(await ask(auditScreen, { 'factor:password': 'not the password' })).toBe('question')
  expect(await ask(auditScreen)).toBe('question')
  expect([await ask(auditScreen, confirming), await ask(auditScreen), await ask(giftCardsScreen)]).toEqual([
    303, 200, 200,
  ])
  clock.advance(29 * minute)
  expect(await ask(auditScreen)).toBe(200)
  clock.advance(31 * minute)
  expect([await ask(auditScreen), await ask(auditScreen)]).toEqual(['question', 'question'])
})

test('the address of an answer that is no longer kept does not pass the question', async () => {
  await using desk = await atDesk()
  desk.clock.advance(61 * minute)
  const search = `?answer=${'x'.repeat(32)}`
  expect([await desk.through(search), await desk.through(''), await desk.through('')]).toEqual([303, 403, 403])
})

test('work on any screen is use, so that nobody who works is asked', async () => {
  await using desk = await atDesk()
  for (let at = 0; at < 6; at += 1) {
    desk.clock.advance(20 * minute)
    expect(await desk.ask(todayScreen)).toBe(200)
  }
  expect(await desk.ask(auditScreen)).toBe(200)
})

test('the list of sessions says when each was used last, also one whose factor is asked for', async () => {
  await using desk = await atDesk()
  desk.clock.advance(40 * minute)
  await desk.ask(auditScreen)
  const { sessions } = await contentOf(desk.shop, desk.owner, accountScreen)
  expect(sessions.map(({ lastUsedAt }) => lastUsedAt)).toEqual([desk.clock.now().toISOString()])
})

test('a form that confirms the factor and is refused is shown again with what was typed', async () => {
  await using desk = await atDesk()
  desk.clock.advance(31 * minute)
  const form = { action: 'issue', key: newId(), currency: 'SEK', email: '', amount: 'much', ...confirming }
  const { status, asksFactor, values } = await outcome(desk.shop, desk.owner, giftCardsScreen, { form })
  expect([status, asksFactor, values?.['amount']]).toEqual([422, false, 'much'])
  expect(await desk.ask(giftCardsScreen)).toBe(200)
})

test('a request that was read before the factor was confirmed takes nothing of it away', async () => {
  await using desk = await atDesk()
  const { db } = desk.shop
  desk.clock.advance(31 * minute)
  const all = await db.selectFrom('staff_sessions').select('hash').execute()
  const before = await liveStaffSession(db, all[0]?.hash ?? '', desk.clock.now().toISOString())
  if (!before) throw new Error('Nobody is signed in.')
  expect(await desk.ask(auditScreen, confirming)).toBe(303)
  await noteStaffSessionUse(db, before, { last_used_at: desk.clock.now().toISOString(), factor_at: null })
  expect(await desk.ask(auditScreen)).toBe(200)
})
