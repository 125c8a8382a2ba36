import { expect, test } from 'vitest'
import { roleScreen } from '../../../src/server/console/staff/roles-page.ts'
import { invitationPage } from '../../../src/server/console/staff/sign-in-page.ts'
import { personScreen, staffScreen } from '../../../src/server/console/staff/staff-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { staffByEmail } from '../../../src/server/identity/staff/staff-queries.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { consoleRequestOf, contentOf, newBrowser, outcome, setRole, signedIn } from './at-console.ts'

test('nobody ends sessions or invitations of who may do more; a reset link ends with its role', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const [desk, clerk] = [await signedIn(shop, 'editor', 'desk@shop.example'), 'clerk@shop.example']
  await signedIn(shop, 'editor', clerk)
  const form = {
    action: 'save',
    version: '0',
    name: 'desk',
    'permission:staff.view': '1',
    'permission:staff.change': '1',
  }
  expect((await outcome(shop, owner, roleScreen, { params: { name: 'new' }, form })).status).toBe(303)
  for (const email of ['desk@shop.example', clerk]) await setRole(shop, email, 'desk')
  const params = async (email: string) => ({ id: (await staffByEmail(shop.db, email))?.id ?? '' })
  const { sessions } = await contentOf(shop, desk, personScreen, { params: await params('owner@shop.example') })
  const end = { action: 'end_session', id: sessions[0]?.id ?? '' }
  const ended = await outcome(shop, desk, personScreen, { params: await params('owner@shop.example'), form: end })
  expect([ended.fault, (await outcome(shop, owner, todayScreen)).status]).toEqual([
    expect.stringContaining('may not do yourself'),
    200,
  ])
  const invite = { action: 'invite', email: 'third@shop.example', role: 'owner', language: 'en' }
  await outcome(shop, owner, staffScreen, { form: invite })
  const [invitation] = (await contentOf(shop, desk, staffScreen)).invitations
  const uninvite = { action: 'uninvite', id: invitation?.id ?? '' }
  expect((await outcome(shop, desk, staffScreen, { form: uninvite })).fault).toContain('may not do yourself')
  const reset = { params: await params(clerk), form: { action: 'reset' } }
  const { content } = await outcome(shop, desk, personScreen, reset)
  const { link } = (content as { newLink: { link: string } }).newLink
  const token = new URL(link).searchParams.get('token') ?? ''
  const { version } = await contentOf(shop, owner, personScreen, { params: await params(clerk) })
  const raise = { action: 'save', version: String(version), name: 'Cleo', role: 'manager', is_active: '1' }
  expect((await outcome(shop, owner, personScreen, { params: await params(clerk), form: raise })).status).toBe(303)
  const accepted = { token, name: 'Cleo', password: 'en helt annan fras 91' }
  const answer = await invitationPage(shop, await consoleRequestOf(shop, newBrowser(), { form: accepted }))
  expect(answer).toMatchObject({ status: 404 })
})
