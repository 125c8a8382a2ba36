import { expect, test } from 'vitest'
import { ChangeEmail, ChangePassword } from '../../../src/contracts/calls/change-login.ts'
import { LogInToOrder, OrderInfo } from '../../../src/contracts/calls/order-auth.ts'
import { Profile } from '../../../src/contracts/calls/profile.ts'
import { RefreshLogin, RefreshOrderLogin } from '../../../src/contracts/calls/refresh-login.ts'
import { EndSession, ListSessions, LogOut } from '../../../src/contracts/calls/sessions.ts'
import { changeEmail, changePassword } from '../../../src/server/identity/login/change-login.ts'
import { refreshLogin, refreshOrderLogin } from '../../../src/server/identity/login/refresh-login.ts'
import { profile } from '../../../src/server/identity/profile.ts'
import { endSession, listSessions, logOut } from '../../../src/server/identity/sessions/own-sessions.ts'
import { logInToOrder, orderInfo } from '../../../src/server/ordering/account/order-login.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { aForm, bought, fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { addCustomer, ask, mailedToken, tokensOf, type Tokens } from './shopper.ts'

const identities = ['anonymous', 'owner', 'customer', 'member', 'admin', 'guest', 'expired'] as const
type Identity = (typeof identities)[number]

/** Owner and guest have data; all other identities request it. */
async function everybody(shop: Shop, advance: (seconds: number) => void): Promise<Record<Identity, string | null>> {
  const people = ['owner', 'customer', 'member', 'admin', 'expired']
  for (const id of people) await addCustomer(shop, { id })
  for (const [customer_id, role] of [
    ['member', 'buyer'],
    ['admin', 'admin'],
  ] as const) {
    await shop.db
      .insertInto('organizations')
      .values({
        id: customer_id,
        name: '',
        organization_number: customer_id,
        vat_number: null,
        country: 'SE',
        credit_limit: 0,
        cost_centre: '',
        created_at: '',
      })
      .execute()
    await shop.db
      .insertInto('organization_members')
      .values({ organization_id: customer_id, customer_id, role })
      .execute()
  }
  const expired = (await tokensOf(shop, 'expired@example.se')).access_token
  advance(3600)
  await bought(shop, [['FAN', 1]], aForm({ email: 'gast@example.se' }))
  const guest = (
    await ask(shop, LogInToOrder, logInToOrder, {}, { body: { token: await mailedToken(shop, 'gast@example.se') } })
  ).answer as Tokens
  const signedIn = await Promise.all(
    ['owner', 'customer', 'member', 'admin'].map(
      async (id) => [id, (await tokensOf(shop, `${id}@example.se`)).access_token] as const,
    ),
  )
  return {
    anonymous: null,
    expired,
    guest: guest.access_token,
    ...(Object.fromEntries(signedIn) as Record<'owner' | 'customer' | 'member' | 'admin', string>),
  }
}

test("every account and order endpoint x 7 identities: nobody sees or changes another's data", async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const bearers = await everybody(shop, clock.advance)
  const list = (await ask(shop, ListSessions, listSessions, { bearer: bearers.owner })).answer
  const ownersSession = list[0]?.id ?? ''
  const password = { password: 'nytt och långt', current_password: 'guess guess' }
  const calls = {
    profile: (bearer: string | null) => ask(shop, Profile, profile, { bearer }),
    sessions: (bearer: string | null) => ask(shop, ListSessions, listSessions, { bearer }),
    endOwners: (bearer: string | null) =>
      ask(shop, EndSession, endSession, { bearer }, { params: { id: ownersSession } }),
    password: (bearer: string | null) => ask(shop, ChangePassword, changePassword, { bearer }, { body: password }),
    email: (bearer: string | null) =>
      ask(shop, ChangeEmail, changeEmail, { bearer }, { body: { email: 'x@example.se', current_password: 'guess' } }),
    info: (bearer: string | null) => ask(shop, OrderInfo, orderInfo, { bearer }),
    refresh: (bearer: string | null) =>
      ask(shop, RefreshLogin, refreshLogin, { bearer }, { body: { refresh_token: bearer ?? 'none' } }),
    orderRefresh: (bearer: string | null) =>
      ask(shop, RefreshOrderLogin, refreshOrderLogin, { bearer }, { body: { refresh_token: bearer ?? 'none' } }),
  }
  const own = { customer: 'customer', member: 'member', admin: 'admin', owner: 'owner' } as const
  let checked = 0
  for (const identity of identities) {
    if (identity === 'owner') continue
    const nobody = identity === 'anonymous' || identity === 'expired'
    for (const [name, make] of Object.entries(calls)) {
      const { status, answer } = await make(bearers[identity])
      checked += 1
      const text = JSON.stringify(answer)
      for (const other of Object.values(own).filter((id) => id !== identity))
        expect(text, `${identity} ${name}`).not.toContain(`${other}@example.se`)
      expect(text, `${identity} ${name}`).not.toContain(ownersSession)
      if (identity !== 'guest') expect(text, `${identity} ${name}`).not.toContain('gast@example.se')
      if (nobody) expect(status, `${identity} ${name}`).toBe(401)
      if (['endOwners', 'password', 'email', 'refresh', 'orderRefresh'].includes(name))
        expect(status, `${identity} ${name}`).toBeGreaterThanOrEqual(401)
    }
  }
  expect((await calls.profile(bearers.owner)).status).toBe(200)
  expect(checked).toBe(48)
  await ask(shop, LogOut, logOut, { bearer: bearers.guest }, { body: { everywhere: true } })
  expect((await calls.profile(bearers.owner)).status).toBe(200)
})
