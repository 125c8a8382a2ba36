import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customersScreen } from '../../../src/server/console/customers/customers-page.ts'
import { accountScreen } from '../../../src/server/console/staff/account-page.ts'
import { secondPage, signInPage } from '../../../src/server/console/staff/sign-in-page.ts'
import { staffByEmail } from '../../../src/server/identity/staff/staff-queries.ts'
import type { PageResult } from '../../../src/server/platform/http/pages/page-result.ts'
import { SoftwareAuthenticator, type Said } from '../../support/software-authenticator.ts'
import { freshShop, type TestShop } from '../../support/test-shop.ts'
import { consoleRequestOf, newBrowser, outcome, signedIn, type Browser } from './at-console.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await freshShop()
  shop.limits.staffLoginByAddress.points = 10_000
  shop.limits.staffFactor.points = 10_000
})
afterEach(() => shop.close())

const origin = () => shop.env.ORIGIN
const rpId = () => new URL(origin()).hostname
const said = (challenge: string, changes: Partial<Said> = {}): Said => ({
  challenge,
  origin: origin(),
  rpId: rpId(),
  type: 'webauthn.get',
  ...changes,
})

/** The challenge that a browser was given last. */
const given = ({ cookies }: Browser): string =>
  [...cookies].find(([name]) => name.endsWith('staff_challenge'))?.[1] ?? ''
const statusOf = (result: PageResult<unknown>): number => (result instanceof Response ? result.status : result.status)

async function opened(browser: Browser): Promise<string> {
  await signInPage(shop, await consoleRequestOf(shop, browser))
  return given(browser)
}

async function sendSignIn(browser: Browser, passkey: string): Promise<number> {
  return statusOf(await signInPage(shop, await consoleRequestOf(shop, browser, { form: { passkey } })))
}

/** Somebody signed in who has made a passkey, and that. */
async function withPasskey(role: string): Promise<{ key: SoftwareAuthenticator; browser: Browser; id: string }> {
  const browser = await signedIn(shop, role)
  const key = new SoftwareAuthenticator()
  expect(await register(browser, key)).toBe(303)
  const { id = '' } = (await staffByEmail(shop.db, `${role}@shop.example`)) ?? {}
  return { key, browser, id }
}

async function register(browser: Browser, key: SoftwareAuthenticator, changes: Partial<Said> = {}): Promise<number> {
  await accountScreen(shop, await consoleRequestOf(shop, browser))
  const passkey = key.registration(said(given(browser), { type: 'webauthn.create', ...changes }))
  const form = { action: 'passkey', name: 'Key', passkey }
  return (await outcome(shop, browser, accountScreen, { form })).status
}

const keys = async () => (await shop.db.selectFrom('staff_passkeys').select('id').execute()).map(({ id }) => id)

test('a passkey signs in once for each challenge of the browser, and only with what was asked of it', async () => {
  const { key, id } = await withPasskey('owner')
  const other = await withPasskey('editor')
  const swaps: Record<string, (challenge: string) => string> = {
    'another origin': (challenge) => key.assertion(said(challenge, { origin: 'https://shop.example.evil.test' })),
    'another port': (challenge) => key.assertion(said(challenge, { origin: `${origin()}1` })),
    'another relying party': (challenge) => key.assertion(said(challenge, { rpId: 'evil.test' })),
    'no verification of the person': (challenge) => key.assertion(said(challenge, { isVerified: false })),
    'the kind of a registration': (challenge) => key.assertion(said(challenge, { type: 'webauthn.create' })),
    'a frame of another site': (challenge) => key.assertion(said(challenge, { crossOrigin: true })),
    'a challenge of its own': () => key.assertion(said(Buffer.from('mine').toString('base64url'))),
    'an empty challenge': () => key.assertion(said('')),
    'the handle of another person': (challenge) => key.assertion(said(challenge, { userHandle: other.id })),
    'a handle that is no text': (challenge) => {
      const answer = JSON.parse(key.assertion(said(challenge))) as { response: object }
      return JSON.stringify({ ...answer, response: { ...answer.response, userHandle: 7 } })
    },
    "another key's signature": (challenge) =>
      JSON.stringify({ ...JSON.parse(key.assertion(said(challenge))), id: other.key.id, rawId: other.key.id }),
    'two ids': (challenge) => JSON.stringify({ ...JSON.parse(key.assertion(said(challenge))), rawId: other.key.id }),
    'an unknown key': (challenge) => new SoftwareAuthenticator().assertion(said(challenge)),
    'a registration': (challenge) => key.registration(said(challenge, { type: 'webauthn.create' })),
    'no JSON': () => '{',
    'no response': () => JSON.stringify({ id: key.id, type: 'public-key', response: {} }),
  }
  for (const [name, swap] of Object.entries(swaps)) {
    const browser = newBrowser()
    expect([name, await sendSignIn(browser, swap(await opened(browser)))]).toEqual([name, 422])
  }
  const browser = newBrowser()
  const challenge = await opened(browser)
  const answer = key.assertion(said(challenge, { userHandle: id }))
  const stranger = newBrowser()
  await opened(stranger)
  expect(await sendSignIn(stranger, answer), 'a challenge of another browser').toBe(422)
  const cookies = new Map(browser.cookies)
  expect(await sendSignIn(browser, answer)).toBe(303)
  expect(await sendSignIn({ ...newBrowser(), cookies }, answer), 'sent again').toBe(422)
})

test('of the same answer at once one signs in, and a counter never goes back', async () => {
  const { key } = await withPasskey('owner')
  const browser = newBrowser()
  const answer = key.assertion(said(await opened(browser)))
  const copies = Array.from({ length: 8 }, () => ({ ...newBrowser(), cookies: new Map(browser.cookies) }))
  const statuses = await Promise.all(copies.map((copy) => sendSignIn(copy, answer)))
  expect(statuses.filter((status) => status === 303)).toHaveLength(1)
  key.counter = 0
  const later = newBrowser()
  expect(await sendSignIn(later, key.assertion(said(await opened(later)))), 'a counter that went back').toBe(422)
  // A copied key: the higher counter wins, whichever is looked at first.
  for (let turn = 1; turn <= 5; turn += 1) {
    const [one, two] = [newBrowser(), newBrowser()]
    key.counter = turn * 100
    const low = key.assertion(said(await opened(one)))
    key.counter = turn * 100 + 50
    const high = key.assertion(said(await opened(two)))
    await Promise.all([sendSignIn(two, high), sendSignIn(one, low)])
    const { counter } = await shop.db
      .selectFrom('staff_passkeys')
      .select('counter')
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow()
    expect(Number(counter)).toBe(key.counter)
  }
})

test('each refused passkey is logged with the reason: another person, or a counter that did not grow', async () => {
  const { key } = await withPasskey('owner')
  const other = await withPasskey('editor')
  const lines: string[] = []
  const logging = { ...shop, log: pino({}, { write: (line) => void lines.push(line) }) }
  const send = async (browser: Browser, passkey: string) =>
    statusOf(await signInPage(logging, await consoleRequestOf(shop, browser, { form: { passkey } })))
  const browser = newBrowser()
  expect(await send(browser, key.assertion(said(await opened(browser), { userHandle: other.id })))).toBe(422)
  expect(lines.filter((line) => line.includes('another person'))).toHaveLength(1)
  let refused = 0
  for (let turn = 1; turn <= 5; turn += 1) {
    const [one, two] = [newBrowser(), newBrowser()]
    key.counter = turn * 100
    const low = key.assertion(said(await opened(one)))
    key.counter = turn * 100 + 50
    const high = key.assertion(said(await opened(two)))
    const statuses = await Promise.all([send(two, high), send(one, low)])
    refused += statuses.filter((status) => status === 422).length
  }
  expect(refused).toBeGreaterThan(0)
  expect(lines.filter((line) => line.includes('counter'))).toHaveLength(refused)
})

test('a registration is taken once, for what was asked, and never over a key that is known', async () => {
  const { key, browser } = await withPasskey('owner')
  const editor = await signedIn(shop, 'editor')
  for (const changes of [
    { origin: 'http://evil.test' },
    { rpId: 'evil.test' },
    { type: 'webauthn.get' },
    { isVerified: false },
    { challenge: 'bWluZQ' },
    { crossOrigin: true },
  ] as const)
    expect(await register(editor, new SoftwareAuthenticator(), changes)).toBe(422)
  expect(await register(editor, new SoftwareAuthenticator(key.id)), "another person's key").toBe(422)
  expect(await keys()).toEqual([key.id])
  // The same new key sent by two people at once belongs to one of them, and nothing fails.
  for (let turn = 0; turn < 5; turn += 1) {
    const shared = new SoftwareAuthenticator()
    const statuses = await Promise.all([register(browser, shared), register(editor, shared)])
    expect(statuses.toSorted()).toEqual([303, 422])
  }
})

test('the second step takes the passkeys of its own person alone', async () => {
  const { key } = await withPasskey('owner')
  const other = await withPasskey('editor')
  const browser = await signedIn(shop, 'editor', 'editor@shop.example', 'password')
  const ask = async () => {
    await secondPage(shop, await consoleRequestOf(shop, browser))
    return given(browser)
  }
  const send = async (passkey: string) =>
    statusOf(await secondPage(shop, await consoleRequestOf(shop, browser, { form: { code: '', passkey } })))
  expect(await send(key.assertion(said(await ask())))).toBe(422)
  expect(await send(other.key.assertion(said(await ask())))).toBe(303)
})

test('the question before a file stays, and its passkey is asked for the file once more', async () => {
  const { key, browser } = await withPasskey('owner')
  await shop.db.updateTable('staff_sessions').set({ factor_at: null }).execute()
  const open = async (form: Record<string, string>) =>
    customersScreen(shop, await consoleRequestOf(shop, browser, { form }))
  const asked = await open({ action: 'export', format: 'csv' })
  if (asked instanceof Response || !('stepUp' in asked.page)) throw new Error('The factor is not asked for.')
  const form = {
    ...Object.fromEntries(asked.page.stepUp.fields),
    'factor:passkey': key.assertion(said(given(browser))),
  }
  for (const turn of ['first', 'second']) {
    const file = await open(form)
    expect([turn, file instanceof Response && file.headers.get('Content-Type')]).toEqual([
      turn,
      'text/csv; charset=utf-8',
    ])
  }
})

test('of the last two factors taken away at once, one stays', async () => {
  const production = { ...shop, env: { ...shop.env, isProduction: true } }
  for (let turn = 0; turn < 3; turn += 1) {
    const email = `person${turn}@shop.example`
    const browsers = [await signedIn(shop, 'owner', email), await signedIn(shop, 'owner', email)]
    const [one, two] = [new SoftwareAuthenticator(), new SoftwareAuthenticator()]
    for (const key of [one, two]) expect(await register(browsers[0] ?? newBrowser(), key)).toBe(303)
    const ends = await Promise.all(
      [one, two].map(({ id }, at) => {
        const form = { action: 'passkey_off', id }
        return outcome(production, browsers[at] ?? newBrowser(), accountScreen, { form })
      }),
    )
    expect(ends.map(({ status }) => status).toSorted()).not.toEqual([303, 303])
    expect((await keys()).filter((id) => id === one.id || id === two.id)).toHaveLength(1)
  }
})
