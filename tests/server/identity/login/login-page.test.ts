import { describe, expect, test } from 'vitest'
import type { LoginPage } from '../../../../src/contracts/customer-pages/login-page.ts'
import { profileForm } from '../../../../src/contracts/customer-pages/profile-page.ts'
import { translator } from '../../../../src/i18n/translator.ts'
import {
  requireAccount,
  type Account,
  type AccountRequest,
} from '../../../../src/server/identity/access/require-account.ts'
import { safeNext, showLogin } from '../../../../src/server/identity/login/login-page.ts'
import { identify } from '../../../../src/server/identity/sessions/identify.ts'
import { postLogin } from '../../../../src/server/ordering/account/post-login.ts'
import { profileActions } from '../../../../src/server/ordering/account/profile-actions.ts'
import { profilePage } from '../../../../src/server/ordering/account/profile-page.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { defaultContext } from '../../../support/default-context.ts'
import { answerOf, type PageAnswer } from '../../../support/page-answer.ts'
import { jar } from '../../call.ts'
import { aForm, bought, fixtureShop } from '../../ordering/checkout/buyer.ts'
import { requestOf as pageRequest } from '../page-visit.ts'
import { addCustomer, browserOf, mailedToken, password } from '../shopper.ts'

type Browser = Map<string, string>

async function accountOf(shop: Shop, request: AccountRequest): Promise<Account> {
  const account = await requireAccount(shop, request)
  if (account instanceof Response) throw new Error('Nobody is signed in.')
  return account
}

/** The login screen as in a browser without scripts. */
async function visit(
  shop: Shop,
  browser: Browser,
  query = '',
  form?: Record<string, string>,
): Promise<PageAnswer<LoginPage>> {
  const url = new URL(`http://shop.test/sv/login${query}`)
  const request = new Request(url, form ? { method: 'POST', body: new URLSearchParams(form) } : {})
  const cookies = jar(browser)
  const session = await identify(shop, { request, cookies })
  const locals: App.Locals = {
    shop,
    locale: shop.settings.locale('sv'),
    seller: shop.settings.seller('sv'),
    features: shop.settings.all.features,
    sales: shop.settings.all.sales,
    requestId: 'test',
    customerId: session?.customer?.id ?? null,
    session,
    isShared: false,
    shopping: defaultContext('sv'),
    t: translator('sv'),
    matched: undefined,
  }
  const asked = { url, request, cookies, locals, clientAddress: '127.0.0.1' }
  return answerOf(await (form ? postLogin(shop, asked) : showLogin(shop, asked)))
}

/** The mailed token of a link requested in a browser. */
async function mailed(shop: Shop, browser: Browser, action: 'register' | 'forgot', email: string): Promise<string> {
  await visit(shop, browser, '', { action, email, name: 'X' })
  return mailedToken(shop, email)
}

/** Asks for a new address of the account that is signed in in a browser; returns the token that is mailed to it. */
async function askedFor(shop: Shop, browser: Browser, email: string): Promise<string> {
  const request = await pageRequest(shop, '/sv/my-account/profile/edit', { cookies: browser })
  const form = profileForm.parse({ email, current_password: password })
  await profileActions.email(shop, await accountOf(shop, request), request, form)
  return mailedToken(shop, email)
}

describe('a token in the URL', () => {
  test(
    'spec 4: moves into a cookie, out of the URL, and is only used by a post' +
      ' [4.login-token.user] [4.login-token.region] [4.login-token.redirect]',
    async () => {
      await using shop = await fixtureShop()
      const email = await addCustomer(shop, { id: 'anna' })
      const browser: Browser = new Map()
      const token = await mailed(shop, browser, 'forgot', email)
      for (let scan = 0; scan < 3; scan += 1) {
        expect(await visit(shop, browser, `?token=${token}`)).toEqual({ kind: 'go', path: '/sv/logga-in?link=1' })
        expect(await visit(shop, browser, '?link=1')).toMatchObject({
          page: { kind: 'link', email, isNew: false, isElsewhere: false },
        })
      }
      expect(await visit(shop, browser, '', { action: 'use_link', script: '1' })).toEqual({
        kind: 'go',
        path: '/sv/my-account/orders?change_password=new',
      })
      expect([browser.get('login_link'), browser.get('access_token') === '']).toEqual(['', false])
      expect([browser.get('cid'), browser.get('cuc'), browser.get('cc')]).toEqual(['1', 'SEK', 'SE'])
      expect(await visit(shop, new Map([['login_link', token]]), '?link=1')).toMatchObject({
        page: { kind: 'form', mode: 'login', fault: 'link_over' },
      })
    },
  )

  test('leads to a password form where no script can open the dialog', async () => {
    await using shop = await fixtureShop()
    const browser: Browser = new Map()
    const token = await mailed(shop, browser, 'register', 'eva@example.se')
    await visit(shop, browser, `?token=${token}`)
    expect(await visit(shop, browser, '?link=1')).toMatchObject({ page: { kind: 'link', isNew: true } })
    expect(await visit(shop, browser, '', { action: 'use_link', script: '' })).toEqual({
      kind: 'go',
      path: '/sv/logga-in?change_password=new',
    })
    expect(await visit(shop, browser, '?change_password=new')).toMatchObject({
      page: { kind: 'form', mode: 'change_password', asksCurrent: false },
    })
    expect(await visit(shop, browser, '', { action: 'change_password', password: 'kort' })).toMatchObject({
      status: 422,
      page: { mode: 'change_password', fault: 'password_too_short' },
    })
    expect(await visit(shop, browser, '', { action: 'change_password', password })).toEqual({
      kind: 'go',
      path: '/sv/my-account/orders',
    })
  })

  test('of an order leads to that order, and asks first when another user is signed in', async () => {
    await using shop = await fixtureShop()
    await bought(shop, [['FAN', 1]], aForm({ email: 'gast@example.se' }))
    const token = await mailedToken(shop, 'gast@example.se')
    const browser: Browser = new Map()
    await visit(shop, browser, `?token=${token}`)
    expect(await visit(shop, browser, '?link=1')).toMatchObject({
      page: { kind: 'order', number: '100001', isAlone: true },
    })
    expect(await visit(shop, browser, '', { action: 'use_link' })).toEqual({ kind: 'go', path: '/sv/my-order/100001' })
    expect(await visit(shop, browser)).toEqual({ kind: 'go', path: '/sv/my-order/100001' })
    const signedIn = await browserOf(shop, await addCustomer(shop, { id: 'anna' }))
    await visit(shop, signedIn, `?token=${token}`)
    expect(await visit(shop, signedIn, '?link=1')).toMatchObject({ page: { kind: 'order', isAlone: false } })
  })
})

describe('a link requested in another browser', () => {
  test('names the account, says what will happen, and ends every other session', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const signedIn = await browserOf(shop, email)
    const token = await mailed(shop, new Map(), 'forgot', email)
    const other: Browser = new Map()
    await visit(shop, other, `?token=${token}`)
    expect(await visit(shop, other, '?link=1')).toMatchObject({ page: { kind: 'link', email, isElsewhere: true } })
    expect(await visit(shop, signedIn)).toMatchObject({ kind: 'go' })
    expect(await visit(shop, other, '', { action: 'use_link' })).toMatchObject({ kind: 'go' })
    expect(await visit(shop, signedIn)).toMatchObject({ page: { kind: 'form', mode: 'login' } })
    expect(await visit(shop, other)).toMatchObject({ kind: 'go' })
  })

  test('in the requesting browser leaves other sessions alone', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const [signedIn, asking]: [Browser, Browser] = [await browserOf(shop, email), new Map()]
    await visit(shop, asking, `?token=${await mailed(shop, asking, 'forgot', email)}`)
    await visit(shop, asking, '', { action: 'use_link' })
    expect(await visit(shop, signedIn)).toMatchObject({ kind: 'go' })
  })

  test('for a new address: shows both addresses, and is not accepted; the old address can stop it', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const asking = await browserOf(shop, email)
    const token = await askedFor(shop, asking, 'ny@example.se')
    const [other, owner]: [Browser, Browser] = [new Map(), new Map()]
    const question = { kind: 'new_email', from: email, to: 'ny@example.se' }
    await visit(shop, other, `?token=${token}`)
    expect(await visit(shop, other, '?link=1')).toMatchObject({ page: { ...question, isHere: false } })
    expect(await visit(shop, other, '', { action: 'use_link' })).toMatchObject({
      status: 409,
      page: { ...question, isHere: false },
    })
    await visit(shop, asking, `?token=${token}`)
    expect(await visit(shop, asking, '?link=1')).toMatchObject({ page: { ...question, isHere: true } })
    await visit(shop, owner, `?token=${await mailedToken(shop, email)}`)
    expect(await visit(shop, owner, '?link=1')).toMatchObject({
      page: { kind: 'stop_email', from: email, to: 'ny@example.se' },
    })
    expect(await visit(shop, owner, '', { action: 'use_link' })).toMatchObject({
      page: { kind: 'form', mode: 'forgot', email, notice: 'email_stopped' },
    })
    expect(await visit(shop, asking)).toMatchObject({ page: { kind: 'form', mode: 'login' } })
    expect(await visit(shop, asking, '', { action: 'use_link' })).toMatchObject({ page: { fault: 'link_over' } })
  })
})

describe('a link to a new address', () => {
  test('leads to the profile, which says that the address is the new one', async () => {
    await using shop = await fixtureShop()
    const browser = await browserOf(shop, await addCustomer(shop, { id: 'anna' }))
    await visit(shop, browser, `?token=${await askedFor(shop, browser, 'ny@example.se')}`)
    const path = '/sv/my-account/profile/edit?saved=new_email'
    const used = await visit(shop, browser, '', { action: 'use_link', script: '1' })
    expect(used).toEqual({ kind: 'go', path: `${path}#email` })
    const request = await pageRequest(shop, path, { cookies: browser })
    expect(await answerOf(await profilePage(shop, await accountOf(shop, request), request))).toMatchObject({
      page: { email: 'ny@example.se', saved: 'new_email' },
    })
  })

  test('that was used tells who is signed in, and shows the form to nobody else', async () => {
    await using shop = await fixtureShop()
    const browser = await browserOf(shop, await addCustomer(shop, { id: 'anna' }))
    const token = await askedFor(shop, browser, 'ny@example.se')
    await visit(shop, browser, `?token=${token}`)
    await visit(shop, browser, '', { action: 'use_link' })
    const over = { kind: 'over', email: 'ny@example.se', number: '' }
    await visit(shop, browser, `?token=${token}`)
    expect(await visit(shop, browser, '?link=1')).toMatchObject({ status: 200, page: over })
    expect(await visit(shop, browser, '', { action: 'use_link' })).toMatchObject({ status: 422, page: over })
    const bo = await browserOf(shop, await addCustomer(shop, { id: 'bo' }))
    await visit(shop, bo, `?token=${token}`)
    expect(await visit(shop, bo, '?link=1')).toMatchObject({ page: { ...over, email: 'bo@example.se' } })
    expect(await visit(shop, new Map([['login_link', token]]), '?link=1')).toMatchObject({
      page: { kind: 'form', fault: 'link_over' },
    })
  })

  test('that is over keeps the order of a guest', async () => {
    await using shop = await fixtureShop()
    await bought(shop, [['FAN', 1]], aForm({ email: 'gast@example.se' }))
    const browser: Browser = new Map()
    await visit(shop, browser, `?token=${await mailedToken(shop, 'gast@example.se')}`)
    await visit(shop, browser, '', { action: 'use_link' })
    await visit(shop, browser, '?token=nothing-like-it')
    expect(await visit(shop, browser, '?link=1')).toMatchObject({ page: { kind: 'over', email: '', number: '100001' } })
  })
})

describe('the login screen without scripts', () => {
  test('signs in and continues to the requested page', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    const browser: Browser = new Map()
    expect(await visit(shop, browser, '?next=/sv/checkout')).toMatchObject({
      page: { kind: 'form', mode: 'login', next: '/sv/checkout' },
    })
    expect(await visit(shop, browser, '', { action: 'login', email, password: 'wrong' })).toMatchObject({
      status: 422,
      page: { fault: 'wrong_login', email },
    })
    expect(await visit(shop, browser, '', { action: 'login', email, password: '' })).toMatchObject({
      status: 422,
      page: { fault: 'required' },
    })
    expect(await visit(shop, browser, '', { action: 'login', email, password, next: '/sv/checkout' })).toEqual({
      kind: 'go',
      path: '/sv/checkout',
    })
    expect(await visit(shop, browser)).toEqual({ kind: 'go', path: '/sv/my-account/orders' })
    expect(await visit(shop, browser, '', { action: 'log_out' })).toEqual({ kind: 'go', path: '/sv/logga-in' })
    expect([browser.get('access_token'), browser.get('refresh_token')]).toEqual(['', ''])
    expect(await visit(shop, browser)).toMatchObject({ page: { kind: 'form', mode: 'login' } })
  })

  test('registers and mails a new password, without revealing known addresses', async () => {
    await using shop = await fixtureShop()
    const email = await addCustomer(shop, { id: 'anna' })
    for (const address of [email, 'nobody@example.se']) {
      expect(await visit(shop, new Map(), '', { action: 'forgot', email: address })).toEqual({
        kind: 'page',
        status: 200,
        page: { kind: 'sent', email: address },
      })
      expect(await visit(shop, new Map(), '', { action: 'register', email: address, name: 'X' })).toEqual({
        kind: 'page',
        status: 200,
        page: { kind: 'sent', email: address },
      })
    }
    expect(await visit(shop, new Map(), '', { action: 'forgot', email: 'anna@' })).toMatchObject({
      status: 422,
      page: { mode: 'forgot', fault: 'email_invalid' },
    })
    expect(await visit(shop, new Map(), '', { action: '__proto__' })).toMatchObject({ status: 422 })
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/en//evil',
    '/sv\\evil',
    'javascript:alert(1)',
    '/en@evil.example',
    '/nowhere',
    '/sv/checkout\r\nSet-Cookie: a=b',
    '/sv\u0000',
    '/sv/checkout\n',
  ])('never redirects to %s', (next) => {
    const path = safeNext(next)
    expect(path === '' || new URL(path, 'https://shop.example').origin === 'https://shop.example').toBe(true)
    if (!next.startsWith('/en/')) expect(path).toBe('')
  })
})
