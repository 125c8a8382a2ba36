import {
  revisionForm,
  subscriptionForm,
  type RevisionView,
  type SubscriptionForm,
  type SubscriptionPage,
  type SubscriptionsPage,
} from '../../../contracts/customer-pages/subscription-page.ts'
import {
  subscriberActions,
  type SubscriberAccess,
  type SubscriberAction,
} from '../../../domain/orders/subscriptions.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { readMailToken } from '../../identity/login/mail-links.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { fieldsOf, parseFields } from '../../platform/http/read-form.ts'
import type { Shop } from '../shop.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { subscriptionById, type SubscriptionRow } from '../subscriptions/queries.ts'
import { postRevision, revisionOf } from './revision-answer.ts'
import { subscriptionView } from './subscription-views.ts'

type LinkRequest = { request: Request; url: URL; token: string; language: Language }

/**
 * Answers GET and POST of the page behind a mailed subscription link. The link alone authorizes changes to this one
 * subscription. Where an account owns it, its quantity and address are changed there only: a mail that was passed on
 * shall not lead parcels elsewhere. The page is null, with 404, if the token or the subscription does not exist.
 */
export async function subscriptionAnswer(
  shop: Shop,
  { request, url, token, language }: LinkRequest,
): Promise<PageResult<SubscriptionPage | null>> {
  const link = await readMailToken(shop, token, ['subscription'])
  const row = link && (await subscriptionById(shop.db, link.subject))
  if (!row) return privatePage(null, 404)
  const isOwned = row.customer_id !== null
  const asked = { request, url, language, access: 'link' as const, mayRevise: !isOwned }
  const answer = await answerRequest(shop, asked, async (id) => (id === row.id ? row : undefined))
  if ('query' in answer) return goTo(href(language, 'subscription', { id: token }, answer.query))
  const view = await subscriptionView(shop, row, language)
  const actions = isOwned ? view.actions.filter((action) => action !== 'revise') : view.actions
  const signIn =
    isOwned && view.actions.includes('revise')
      ? href(language, 'my-account-subscriptions', {}, { change: row.id })
      : null
  const { status, ...page } = answer
  return privatePage({ ...page, subscriptions: [{ ...view, actions }], signIn }, status)
}

export type Asked = {
  request: Request
  url: URL
  language: Language
  access: SubscriberAccess
  mayRevise: boolean
}
type Answer =
  | { query: Readonly<Record<string, string | number>> }
  | (Omit<SubscriptionsPage, 'subscriptions'> & { status: number })

/** What is done with a request for subscriptions, those that `own` returns; `query` says where the answer is. */
export async function answerRequest(
  shop: Shop,
  { request, url, language, access, mayRevise }: Asked,
  own: (id: string) => Promise<SubscriptionRow | undefined>,
): Promise<Answer> {
  if (request.method !== 'POST') {
    const row = mayRevise ? await own(url.searchParams.get('change') ?? '') : undefined
    const revision = row && (await revisionOf(shop, row, language))
    return shown(revision, {
      done: actionNamed(url.searchParams.get('done')),
      isRefused: url.searchParams.has('refused'),
    })
  }
  const fields = await fieldsOf(request)
  const posted = parseFields(fields, revisionForm)
  if (!posted.action) {
    const done = await postSubscription(shop, parseFields(fields, subscriptionForm), { own, access })
    return { query: done ? { done } : { refused: 1 } }
  }
  const row = mayRevise ? await own(posted.id) : undefined
  const revision = row && (await postRevision(shop, row, { posted, access, language }))
  if (!revision) return { query: { refused: 1 } }
  return revision === 'done' ? { query: { done: 'revise' } } : shown(revision, { status: statusOf(revision) })
}

function shown(revision: RevisionView | undefined, { status = 200, done = null, isRefused = false }: Shown): Answer {
  return { revision: revision ?? null, status, done, isRefused }
}

type Shown = { status?: number; done?: SubscriberAction | null; isRefused?: boolean }

function statusOf({ faults, refusal }: RevisionView): number {
  if (refusal === 'too_often') return 429
  return refusal || Object.keys(faults).length > 0 ? 422 : 200
}

/**
 * A posted form of SubscriptionList of somebody who may change those that `own` returns; undefined when nothing
 * changed.
 */
export async function postSubscription(
  shop: Pick<Shop, 'db' | 'now' | 'settings'>,
  { id, action, days, due, date }: SubscriptionForm,
  { own, access }: { own: (id: string) => Promise<SubscriptionRow | undefined>; access: SubscriberAccess },
): Promise<SubscriberAction | undefined> {
  if (!action || action === 'revise' || id === '' || !(await own(id))) return undefined
  const day = { date, home: shop.settings.all.home }
  const changed = await changeSubscription(shop, { id, action, days, due, day, access })
  return changed && action
}

/** Returns a subscription if it belongs to a customer. */
export async function subscriptionOf(
  { db }: Pick<Shop, 'db'>,
  customerId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const row = await subscriptionById(db, id)
  return row?.customer_id === customerId ? row : undefined
}

function actionNamed(name: string | null): SubscriberAction | null {
  return subscriberActions.find((known) => known === name) ?? null
}
