import { consolePath, safeConsolePath } from '../../../console-routes.ts'
import {
  invitationForm,
  secondForm,
  signInForm,
  type InvitationPage,
  type SecondPage,
  type SignInPage,
} from '../../../contracts/console/staff.ts'
import { acceptInvitation, invitationOf } from '../../identity/staff/invitations.ts'
import { passkeyRequest } from '../../identity/staff/passkeys.ts'
import {
  factorsOf,
  signInByPasskey,
  signInByPassword,
  signInBySecond,
  type SignInResult,
} from '../../identity/staff/sign-in.ts'
import { endStaffSession, openStaffSession } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import type { ConsoleRequest } from '../frame/console-context.ts'
import { refusalText } from '../frame/console-error.ts'

/** The screen that signs in: by e-mail and password, or by a passkey alone. */
export async function signInPage(shop: Shop, request: ConsoleRequest): Promise<PageResult<SignInPage>> {
  const next = request.url.searchParams.get('next') ?? ''
  if (request.locals.staff?.row.stage === 'full') return goTo(safeConsolePath(next))
  if (request.request.method !== 'POST') return signInShown(shop, request, { next, email: '', result: null })
  const { email, password, passkey } = await readForm(request.request, signInForm)
  const result = passkey
    ? await signInByPasskey(shop, request, passkey)
    : await signInByPassword(shop, request, { email, password })
  if (result === 'signed_in') return goTo(safeConsolePath(next))
  if (result === 'second') return goTo(consolePath('second', {}, { next }))
  return signInShown(shop, request, { next, email, result })
}

type SignInState = { next: string; email: string; result: SignInResult | null }

async function signInShown(shop: Shop, request: ConsoleRequest, { next, email, result }: SignInState) {
  const passkey = JSON.stringify(await passkeyRequest(shop, request.cookies))
  return privatePage({ next, email, passkey, fault: faultOf(request, result) }, statusOf(result))
}

/** The screen for the second factor of somebody whose password was right. */
export async function secondPage(shop: Shop, request: ConsoleRequest): Promise<PageResult<SecondPage>> {
  const next = request.url.searchParams.get('next') ?? ''
  const session = request.locals.staff
  if (!session) return goTo(consolePath('sign-in', {}, { next }))
  if (session.row.stage === 'full') return goTo(safeConsolePath(next))
  let result: SignInResult | null = null
  if (request.request.method === 'POST') {
    const { code, passkey } = await readForm(request.request, secondForm)
    result = await signInBySecond(shop, request, session, { code, passkey, password: '' })
    if (result === 'signed_in') return goTo(safeConsolePath(next))
  }
  const { passkeys, hasTotp } = await factorsOf(shop, session.staff)
  const passkey = passkeys.length > 0 ? JSON.stringify(await passkeyRequest(shop, request.cookies, passkeys)) : null
  return privatePage({ next, hasCode: hasTotp, passkey, fault: faultOf(request, result) }, statusOf(result))
}

/** Ends this browser's session; only a form does, so that no link of another site can. */
export async function signOutPage(shop: Shop, request: ConsoleRequest): Promise<Response> {
  const session = request.locals.staff
  if (request.request.method === 'POST' && session) await endStaffSession(shop, request.cookies, session.row)
  return goTo(consolePath(request.request.method === 'POST' ? 'sign-in' : 'today'))
}

/**
 * The screen of an invitation's link, which makes the account, or sets a known one's sign-in anew. Guessed links are
 * limited by address; opening and accepting a real one costs nothing, so that a whole office can begin at once.
 */
export async function invitationPage(shop: Shop, request: ConsoleRequest): Promise<PageResult<InvitationPage>> {
  const { staffLoginByAddress: limit } = shop.limits
  if (!(await isWithin(limit, request.clientAddress))) {
    const fault = request.locals.t('console:fault.too_many_tries')
    return privatePage({ token: '', name: '', email: '', isKnown: false, fault, wrong: null }, 429)
  }
  if (request.request.method !== 'POST') {
    const token = (request.url.searchParams.get('token') ?? '').slice(0, 200)
    const opened = await invitationShown(shop, request, { token, name: '', fault: null, wrong: null })
    if (opened.page.token !== '') await limit.refund(request.clientAddress)
    return opened
  }
  const form = await readForm(request.request, invitationForm)
  if (form.name === '')
    return invitationShown(shop, request, {
      ...form,
      fault: request.locals.t('console:fault.name_invalid'),
      wrong: 'name',
    })
  try {
    const staff = await acceptInvitation(shop, request.clientAddress, form)
    if (typeof staff === 'string')
      return invitationShown(shop, request, {
        ...form,
        fault: request.locals.t(`console:fault.${staff}`),
        wrong: 'password',
      })
    await limit.refund(request.clientAddress)
    await openStaffSession(shop, request, { staffId: staff.id, stage: 'full', hasFactor: true })
    return goTo(consolePath('account', {}, { enrol: 1 }))
  } catch (error) {
    const fault = refusalText(error, request.locals.t)
    if (fault === undefined) throw error
    return invitationShown(shop, request, { ...form, fault, wrong: null })
  }
}

type InvitationState = Pick<InvitationPage, 'token' | 'name' | 'fault' | 'wrong'>

async function invitationShown(shop: Shop, { locals }: ConsoleRequest, { token, name, fault, wrong }: InvitationState) {
  const invitation = await invitationOf(shop, token)
  const page = { token, name, email: invitation?.email ?? '', isKnown: Boolean(invitation?.staff_id), wrong }
  if (!invitation) return privatePage({ ...page, token: '', fault: fault ?? locals.t('console:fault.link_over') }, 404)
  return privatePage({ ...page, fault }, fault === null ? 200 : 422)
}

function faultOf({ locals }: ConsoleRequest, result: SignInResult | null): string | null {
  if (result === null || result === 'signed_in' || result === 'second') return null
  return locals.t(`console:fault.${result}`)
}

function statusOf(result: SignInResult | null): number {
  if (result === null) return 200
  return result === 'too_many_tries' ? 429 : 422
}
