import { describe, expect, test } from 'vitest'
import { invitationSeconds } from '../../../src/domain/staff/staff-limits.ts'
import { roleScreen } from '../../../src/server/console/staff/roles-page.ts'
import { invitationPage, signInPage } from '../../../src/server/console/staff/sign-in-page.ts'
import { personScreen, staffScreen } from '../../../src/server/console/staff/staff-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { deleteExpired } from '../../../src/server/identity/delete-expired.ts'
import { staffByEmail } from '../../../src/server/identity/staff/staff-queries.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { readMails } from '../notifications/mail/mail-parts.ts'
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
  type Form,
} from './at-console.ts'

const linkIn = (link: string) => new URL(link).searchParams.get('token') ?? ''
const statusOf = (result: { status: number }) => result.status

const idOf = ([first]: readonly { id: string }[]): string => first?.id ?? ''

/** A shop whose console knows of a mail server; its mails are files, so that they can be read. */
async function mailingDesk(clock: Clock) {
  const shop = await fixtureShop(clock)
  const sends = { ...shop, env: { ...shop.env, SMTP_URL: 'smtp://mail.example' } }
  const known = new Set<string>()
  return {
    shop,
    /** Sends a form of the staff; returns the token of the link that the page shows. */
    posted: async (form: Form) => {
      const { content } = await outcome(sends, await signedIn(shop, 'owner'), staffScreen, { form })
      return content?.newLink ? linkIn(content.newLink.link) : ''
    },
    reset: async (email: string) => {
      const params = { id: (await staffByEmail(shop.db, email))?.id ?? '' }
      await outcome(sends, await signedIn(shop, 'owner'), personScreen, { params, form: { action: 'reset' } })
    },
    open: async () => (await contentOf(sends, await signedIn(shop, 'owner'), staffScreen)).invitations,
    /** The mail that was not read yet, with the token of its link. */
    mailed: async () => {
      await deliverOutbox(shop)
      const mail = (await readMails(shop)).find(({ file }) => !known.has(file))
      if (mail) known.add(mail.file)
      return { subject: mail?.subject, token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' }
    },
    opens: async (token: string) =>
      statusOf(await invitationPage(shop, await consoleRequestOf(shop, newBrowser(), { query: { token } }))),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

/** Invites a seller: the address that the invitation is for, and the token of its link. */
async function invited(shop: Shop, owner: Browser, email: string): Promise<{ email: string; token: string }> {
  const form = { action: 'invite', email, role: 'seller', language: 'en' }
  const { content } = await outcome(shop, owner, staffScreen, { form })
  const { newLink } = content as { newLink: { email: string; link: string } }
  return { email: newLink.email, token: linkIn(newLink.link) }
}

describe('an invitation', () => {
  test('makes an account once, signs in, and is over afterwards', async () => {
    await using shop = await fixtureShop()
    const owner = await signedIn(shop, 'owner')
    const { email, token } = await invited(shop, owner, 'New@Shop.example')
    expect(email).toBe('new@shop.example')
    const accept = async (browser: Browser) =>
      invitationPage(
        shop,
        await consoleRequestOf(shop, browser, { form: { token, name: 'Nils', password: staffPassword } }),
      )
    const browser = newBrowser()
    expect(statusOf(await accept(browser))).toBe(303)
    expect((await outcome(shop, browser, todayScreen)).status).toBe(200)
    expect(statusOf(await accept(newBrowser()))).toBe(404)
    const signIn = { email: 'new@shop.example', password: staffPassword }
    expect(statusOf(await signInPage(shop, await consoleRequestOf(shop, newBrowser(), { form: signIn })))).toBe(303)
  })

  test('does not accept a common password, an empty name or a guessed token', async () => {
    await using shop = await fixtureShop()
    const owner = await signedIn(shop, 'owner')
    const { token } = await invited(shop, owner, 'new@shop.example')
    for (const [form, status, wrong] of [
      [{ token, name: 'Nils', password: 'sommar2026' }, 422, 'password'],
      [{ token, name: '', password: staffPassword }, 422, 'name'],
      [{ token: 'guessed', name: 'Nils', password: staffPassword }, 404, null],
    ] as const)
      expect(await invitationPage(shop, await consoleRequestOf(shop, newBrowser(), { form }))).toMatchObject({
        status,
        page: { wrong },
      })
    expect(await staffByEmail(shop.db, 'new@shop.example')).toBeUndefined()
  })

  test('is accepted by a whole office at once, while guessed links of an address are limited', async () => {
    await using shop = await fixtureShop()
    const owner = await signedIn(shop, 'owner')
    for (let person = 0; person < 24; person++) {
      const { token } = await invited(shop, owner, `new-${person}@shop.example`)
      expect(
        statusOf(await invitationPage(shop, await consoleRequestOf(shop, newBrowser(), { query: { token } }))),
      ).toBe(200)
      const form = { token, name: 'Nils', password: staffPassword }
      expect(statusOf(await invitationPage(shop, await consoleRequestOf(shop, newBrowser(), { form })))).toBe(303)
    }
    const query = { token: 'guessed' }
    const guess = async () =>
      statusOf(await invitationPage(shop, await consoleRequestOf(shop, newBrowser(), { query })))
    const statuses = await Promise.all(Array.from({ length: 25 }, guess))
    expect(statuses.filter((status) => status === 404)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  test('is mailed where the shop has a mail server, sent again also when it has run out, and withdrawn', async () => {
    const clock = movableClock()
    await using at = await mailingDesk(clock)
    const shown = await at.posted({ action: 'invite', email: 'ny@shop.example', role: 'seller', language: 'sv' })
    const first = await at.mailed()
    expect(first.subject).toMatch(/^The owner bjuder in dig att arbeta i /)
    expect([await at.opens(shown), await at.opens(first.token)]).toEqual([200, 200])
    expect(await at.open()).toMatchObject([{ isOver: false, mailedAt: clock.now().toISOString() }])

    clock.advance(invitationSeconds)
    await deleteExpired(at.shop)
    expect([await at.opens(shown), await at.opens(first.token)]).toEqual([404, 404])
    const over = await at.open()
    expect(over).toMatchObject([{ email: 'ny@shop.example', isOver: true }])
    await at.posted({ action: 'reinvite', id: idOf(over) })
    const { token } = await at.mailed()
    const form = { token, name: 'Ny', password: staffPassword }
    const accept = async () => invitationPage(at.shop, await consoleRequestOf(at.shop, newBrowser(), { form }))
    expect([await at.opens(first.token), statusOf(await accept()), statusOf(await accept())]).toEqual([404, 303, 404])

    await at.posted({ action: 'invite', email: 'fel@shop.example', role: 'seller', language: 'en' })
    await at.posted({ action: 'uninvite', id: idOf(await at.open()) })
    expect(await at.mailed()).toEqual({ subject: undefined, token: '' })
    await at.reset('ny@shop.example')
    const again = await at.mailed()
    expect([again.subject, await at.opens(again.token)]).toEqual([
      expect.stringMatching(/^Din nya inloggning till /),
      200,
    ])
    const log = await at.shop.db.selectFrom('audit_log').select('operation').where('staff_id', 'is not', null).execute()
    expect(log.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['staff.invite', 'staff.reinvite', 'staff.uninvite', 'staff.reset']),
    )
  })

  test('gives no role that the inviter does not have, and no second account', async () => {
    await using shop = await fixtureShop()
    await newStaff(shop, 'owner')
    const browser = await signedIn(shop, 'owner', 'lead@shop.example')
    const save = {
      action: 'save',
      version: '0',
      name: 'people',
      'permission:staff.view': '1',
      'permission:staff.change': '1',
    }
    expect((await outcome(shop, browser, roleScreen, { params: { name: 'new' }, form: save })).status).toBe(303)
    await setRole(shop, 'lead@shop.example', 'people')
    const invite = (role: string, email = 'x@shop.example') =>
      outcome(shop, browser, staffScreen, { form: { action: 'invite', email, role, language: 'en' } })
    expect((await invite('owner')).fault).toContain('may not do yourself')
    expect((await invite('nobody')).fault).toBe('There is no such role.')
    expect((await invite('people', 'owner@shop.example')).fault).toContain('works here already')
    expect((await invite('people')).status).toBe(200)
  })
})
