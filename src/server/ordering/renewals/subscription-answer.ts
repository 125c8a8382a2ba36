import {
  revisionForm,
  subscriptionForm,
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
  if ('query' in answer) return goTo(href(language, 'subscription', { id: token }, answer.query) + (answer.hash ?? ''))
  const view = await subscriptionView(shop, row, language)
  const actions = isOwned ? view.actions.filter((action) => action !== 'revise') : view.actions
  const signIn =
    isOwned && view.actions.includes('revise')
      ? href(language, 'my-account-subscriptions', {}, { change: row.id })
      : null
  return privatePage({ ...answer, subscriptions: [{ ...view, actions }], signIn })
}

export type Asked = {
  request: Request
  url: URL
  language: Language
  access: SubscriberAccess
  mayRevise: boolean
}
type Answer =
  | { query: Readonly<Record<string, string | number>>; hash?: string }
  | Omit<SubscriptionsPage, 'subscriptions'>

/** What is done with a request for subscriptions, those that `own` returns; `query` says where the answer is. */
export async function answerRequest(
  shop: Shop,
  { request, url, language, access, mayRevise }: Asked,
  own: (id: string) => Promise<SubscriptionRow | undefined>,
): Promise<Answer> {
  if (request.method !== 'POST') return shown(shop, { url, language, access, mayRevise }, own)
  const fields = await fieldsOf(request)
  const posted = parseFields(fields, revisionForm)
  if (!posted.action) {
    const done = await postSubscription(shop, parseFields(fields, subscriptionForm), { own, access })
    return { query: done ? { done } : { refused: 1 } }
  }
  const row = mayRevise ? await own(posted.id) : undefined
  const result = row ? await postRevision(shop, row, { posted, access }) : 'ended'
  if (result === 'ended') return { query: { refused: 1 } }
  if (result === 'done') return { query: { done: 'revise' } }
  return { query: { change: posted.id, review: result === 'review' ? 1 : result }, hash: '#change' }
}

/** What a page shows: the subscriptions, or the form for one of them. */
async function shown(
  shop: Shop,
  { url, language, access, mayRevise }: Omit<Asked, 'request'>,
  own: (id: string) => Promise<SubscriptionRow | undefined>,
): Promise<Extract<Answer, { done: unknown }>> {
  const { searchParams: query } = url
  const row = mayRevise ? await own(query.get('change') ?? '') : undefined
  const review = query.get('review')
  const refusal = (['changed', 'too_often'] as const).find((each) => each === review) ?? null
  const opened = { access, language, isReviewed: review !== null, refusal }
  return {
    revision: (row && (await revisionOf(shop, row, opened))) ?? null,
    done: actionNamed(query.get('done')),
    isRefused: query.has('refused'),
  }
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
