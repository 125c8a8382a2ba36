import { Secret, TOTP as TimeCodes } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { builtInRoles } from '../../../src/domain/staff/roles.ts'
import { accountScreen } from '../../../src/server/console/staff/account-page.ts'
import { auditScreen } from '../../../src/server/console/staff/audit-page.ts'
import { roleScreen, rolesScreen } from '../../../src/server/console/staff/roles-page.ts'
import { invitationPage, secondPage, signInPage, signOutPage } from '../../../src/server/console/staff/sign-in-page.ts'
import { personScreen } from '../../../src/server/console/staff/staff-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { staffByEmail } from '../../../src/server/identity/staff/staff-queries.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock, type Clock } from '../ordering/checkout/buyer.ts'
import {
  consoleRequestOf,
  contentOf,
  newBrowser,
  newStaff,
  outcome,
  setRole,
  signedIn,
  staffPassword,
  type Browser,
} from './at-console.ts'

const linkIn = (link: string) => new URL(link).searchParams.get('token') ?? ''
const statusOf = (result: { status: number }) => result.status
const faultOf = (result: unknown) => (result as { page?: { fault?: string | null } }).page?.fault ?? null

async function signIn(shop: Shop, browser: Browser, email: string, password = staffPassword) {
  return signInPage(shop, await consoleRequestOf(shop, browser, { form: { email, password } }))
}

async function second(shop: Shop, browser: Browser, code: string) {
  return secondPage(shop, await consoleRequestOf(shop, browser, { form: { code } }))
}

const mayWork = async (shop: Shop, browser: Browser) => (await outcome(shop, browser, todayScreen)).status === 200

/** Sets up an authenticator app and returns what computes its codes. */
async function withApp(shop: Shop, browser: Browser, clock: Clock) {
  const { newTotp } = await contentOf(shop, browser, accountScreen)
  const app = new TimeCodes({ secret: Secret.fromBase32(newTotp?.secret ?? '') })
  const code = () => app.generate({ timestamp: clock.now().getTime() })
  const { status } = await outcome(shop, browser, accountScreen, { form: { action: 'totp', code: code() } })
  expect(status).toBe(303)
  return code
}

describe('signing in', () => {
  test('asks for the second step of somebody who has one, and takes each code once', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const code = await withApp(shop, await signedIn(shop, 'seller'), clock)
    clock.advance(60)
    const browser = newBrowser()
    const result = await signIn(shop, browser, 'seller@shop.example')
    expect(result instanceof Response && result.headers.get('Location')).toContain('/console/sign-in/second')
    expect(await mayWork(shop, browser)).toBe(false)
    expect(faultOf(await second(shop, browser, '000000'))).toContain('The code is wrong')
    const right = code()
    expect(statusOf(await second(shop, browser, right))).toBe(303)
    expect(await mayWork(shop, browser)).toBe(true)
    const again = newBrowser()
    await signIn(shop, again, 'seller@shop.example')
    expect(faultOf(await second(shop, again, right))).toContain('used already')
  })

  test('takes a recovery code once, however it is written', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const first = await signedIn(shop, 'seller')
    await withApp(shop, first, clock)
    const { content } = await outcome(shop, first, accountScreen, { form: { action: 'codes' } })
    const [code = ''] = (content as { newCodes: readonly string[] }).newCodes
    for (const status of [303, 422]) {
      const browser = newBrowser()
      await signIn(shop, browser, 'seller@shop.example')
      expect(statusOf(await second(shop, browser, ` ${code.toLowerCase().replaceAll('-', ' ')} `))).toBe(status)
    }
  })

  test('says the same of a wrong password, an unknown address and somebody who is shut out', async () => {
    await using shop = await fixtureShop()
    await newStaff(shop, 'seller')
    const gone = await newStaff(shop, 'editor')
    await shop.db.updateTable('staff').set({ is_active: 0 }).where('id', '=', gone.id).execute()
    const faults = []
    for (const [email, password] of [
      ['seller@shop.example', 'a wrong password'],
      ['nobody@shop.example', staffPassword],
      ['editor@shop.example', staffPassword],
    ] as const)
      faults.push(faultOf(await signIn(shop, newBrowser(), email, password)))
    expect(new Set(faults)).toEqual(new Set(['Email or password is wrong.']))
  })

  test('stops guesses of one account from many addresses, and of the second step', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const code = await withApp(shop, await signedIn(shop, 'seller'), clock)
    clock.advance(60)
    const browser = newBrowser()
    await signIn(shop, browser, 'seller@shop.example')
    const guesses = []
    for (let at = 0; at < 9; at += 1) guesses.push(faultOf(await second(shop, browser, '123456')))
    expect(guesses.at(-1)).toContain('Too many attempts')
    expect(faultOf(await second(shop, browser, code()))).toContain('Too many attempts')
    const passwords = []
    for (let at = 0; at < 11; at += 1)
      passwords.push(faultOf(await signIn(shop, newBrowser(`10.0.${at}.1`), 'seller@shop.example', 'a wrong password')))
    expect(passwords.at(-1)).toContain('Too many attempts')
  })

  test('in production, somebody without a second step can only set one up', async () => {
    await using shop = await fixtureShop()
    await newStaff(shop, 'seller')
    const env = { ...shop.env, ...pickProduction() }
    const strict = { ...shop, env }
    const browser = newBrowser()
    await signIn(strict, browser, 'seller@shop.example')
    const { status, location } = await outcome(strict, browser, todayScreen)
    expect([status, location]).toEqual([303, '/console/account?enrol=1'])
    const { mustEnrol, newTotp } = await contentOf(strict, browser, accountScreen)
    expect(mustEnrol).toBe(true)
    const app = new TimeCodes({ secret: Secret.fromBase32(newTotp?.secret ?? '') })
    const form = { action: 'totp', code: app.generate({ timestamp: shop.now().getTime() }) }
    const asked = await outcome(strict, browser, accountScreen, { form })
    expect(asked.status).toBe(403)
    const confirmed = { ...form, 'factor:password': staffPassword }
    expect((await outcome(strict, browser, accountScreen, { form: confirmed })).status).toBe(303)
    expect((await outcome(strict, browser, todayScreen)).status).toBe(200)
  })

  test('is over after 12 hours, when its role is shut out, and when somebody signs out', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const [owner, late, left] = [
      await signedIn(shop, 'owner'),
      await signedIn(shop, 'seller'),
      await signedIn(shop, 'editor'),
    ]
    await signOutPage(shop, await consoleRequestOf(shop, left, { form: { action: '' } }))
    expect([await mayWork(shop, late), await mayWork(shop, left)]).toEqual([true, false])
    const { id, version, name, role } = (await staffByEmail(shop.db, 'seller@shop.example')) ?? { version: 0 }
    const form = { action: 'save', version: String(version), name: name ?? '', role: role ?? '' }
    expect((await outcome(shop, owner, personScreen, { params: { id: id ?? '' }, form })).status).toBe(303)
    expect(await mayWork(shop, late)).toBe(false)
    clock.advance(12 * 3600 + 1)
    expect(await mayWork(shop, owner)).toBe(false)
  })
})

describe('a change of staff', () => {
  test('leaves an owner, and does not overwrite what somebody else changed', async () => {
    await using shop = await fixtureShop()
    const owner = await signedIn(shop, 'owner')
    const { id, version } = (await staffByEmail(shop.db, 'owner@shop.example')) ?? { id: '', version: 0 }
    const save = (role: string, seen = version) =>
      outcome(shop, owner, personScreen, {
        params: { id },
        form: { action: 'save', version: String(seen), name: 'Olga', role, is_active: '1' },
      })
    expect((await save('seller')).fault).toContain('last owner')
    expect((await save('owner')).status).toBe(303)
    expect((await save('owner')).fault).toContain('Somebody has changed this')
  })

  test('two owners who demote each other at the same time leave one', async () => {
    await using shop = await fixtureShop()
    const [one, other] = [
      await signedIn(shop, 'owner', 'one@shop.example'),
      await signedIn(shop, 'owner', 'two@shop.example'),
    ]
    const demote = async (browser: Browser, email: string) => {
      const { id, version } = (await staffByEmail(shop.db, email)) ?? { id: '', version: 0 }
      const form = { action: 'save', version: String(version), name: 'x', role: 'seller', is_active: '1' }
      return outcome(shop, browser, personScreen, { params: { id }, form })
    }
    const both = await Promise.all([demote(one, 'two@shop.example'), demote(other, 'one@shop.example')])
    expect(both.filter(({ status }) => status === 303)).toHaveLength(1)
    const owners = await shop.db.selectFrom('staff').select('id').where('role', '=', 'owner').execute()
    expect(owners).toHaveLength(1)
  })

  test('resets a sign-in: the new link takes the password and the factors away when it is used', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const [owner, seller] = [await signedIn(shop, 'owner'), await signedIn(shop, 'seller')]
    await withApp(shop, seller, clock)
    const { id } = (await staffByEmail(shop.db, 'seller@shop.example')) ?? { id: '' }
    const { content } = await outcome(shop, owner, personScreen, { params: { id }, form: { action: 'reset' } })
    const token = linkIn((content as { newLink: { link: string } }).newLink.link)
    expect(await mayWork(shop, seller)).toBe(true)
    const form = { token, name: 'Sam', password: 'en helt annan fras 91' }
    await invitationPage(shop, await consoleRequestOf(shop, newBrowser(), { form }))
    expect(await mayWork(shop, seller)).toBe(false)
    expect(faultOf(await signIn(shop, newBrowser(), 'seller@shop.example'))).toContain('wrong')
    expect(await staffByEmail(shop.db, 'seller@shop.example')).toMatchObject({ totp_secret: null })
  })

  test('a role of the shop says what its people may do from the next request on', async () => {
    await using shop = await fixtureShop()
    const [owner, helper] = [await signedIn(shop, 'owner'), await signedIn(shop, 'editor', 'helper@shop.example')]
    const save = (permission: string, version: string) =>
      outcome(shop, owner, roleScreen, {
        params: { name: version === '0' ? 'new' : 'x y' },
        form: { action: 'save', version, name: 'x y', [`permission:${permission}`]: '1' },
      })
    expect((await save('audit.view', '0')).status).toBe(303)
    await setRole(shop, 'helper@shop.example', 'x y')
    expect((await outcome(shop, helper, auditScreen)).status).toBe(200)
    expect((await outcome(shop, helper, rolesScreen)).status).toBe(403)
    expect((await save('staff.view', '1')).status).toBe(303)
    expect((await outcome(shop, helper, auditScreen)).status).toBe(403)
    expect((await outcome(shop, helper, rolesScreen)).status).toBe(200)
    expect((await save('staff.view', '1')).fault).toContain('Somebody has changed this')
    const remove = { params: { name: 'x y' }, form: { action: 'remove' } }
    expect((await outcome(shop, owner, roleScreen, remove)).fault).toBe('Somebody still has this role.')
  })

  test('a new role starts as a copy of another, without what the person may not give', async () => {
    await using shop = await fixtureShop()
    const owner = await signedIn(shop, 'owner')
    const start = (who: Browser, from: string) =>
      contentOf(shop, who, roleScreen, { params: { name: 'new' }, query: { from } })
    const copied = await start(owner, 'seller')
    expect(copied).toMatchObject({ isNew: true, name: '', version: 0, copy: { from: 'seller', leftOut: 0 } })
    expect(copied.permissions).toEqual(builtInRoles.seller)
    for (const unknown of ['', 'nobody', '__proto__'])
      expect(await start(owner, unknown)).toMatchObject({ permissions: [], copy: { from: '', leftOut: 0 } })
    const some = { 'permission:staff.view': '1', 'permission:staff.change': '1', 'permission:orders.view': '1' }
    const form = { action: 'save', version: '0', name: 'few', ...some }
    expect((await outcome(shop, owner, roleScreen, { params: { name: 'new' }, form })).status).toBe(303)
    expect((await start(owner, 'few')).permissions).toHaveLength(3)
    const few = await signedIn(shop, 'few')
    const part = await start(few, 'seller')
    expect(part.permissions).toEqual(['orders.view'])
    expect(part.copy?.leftOut).toBe(builtInRoles.seller.length - 1)
    const existing = await contentOf(shop, owner, roleScreen, { params: { name: 'few' }, query: { from: 'seller' } })
    expect(existing).toMatchObject({ copy: null, mayCopy: true })
    expect(existing.permissions).toHaveLength(3)
  })
})

function pickProduction() {
  const { isProduction } = parseEnv({ NODE_ENV: 'production', ORIGIN: 'https://shop.example', SANDBOX_PAYMENTS: '0' })
  return { isProduction }
}
