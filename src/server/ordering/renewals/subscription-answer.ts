import {
  subscriptionForm,
  type SubscriptionForm,
  type SubscriptionPage,
} from '../../../contracts/customer-pages/subscription-page.ts'
import { subscriberActions, type SubscriberAction } from '../../../domain/orders/subscriptions.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { readMailToken } from '../../identity/login/mail-links.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import type { Shop } from '../shop.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { subscriptionById } from '../subscriptions/queries.ts'
import { subscriptionView } from './subscription-views.ts'

type LinkRequest = { request: Request; url: URL; token: string; language: Language }

/**
 * Answers GET and POST of the page behind a mailed subscription link. The link alone authorizes changes to this one
 * subscription. The page is null, with 404, if the token or the subscription does not exist.
 */
export async function subscriptionAnswer(
  shop: Shop,
  { request, url, token, language }: LinkRequest,
): Promise<PageResult<SubscriptionPage | null>> {
  const link = await readMailToken(shop, token, ['subscription'])
  const row = link && (await subscriptionById(shop.db, link.subject))
  if (!row) return privatePage(null, 404)
  if (request.method === 'POST') {
    const form = await readForm(request, subscriptionForm)
    const done = await postSubscription(shop, form, (id) => id === row.id)
    return goTo(href(language, 'subscription', { id: token }, done ? { done } : { refused: 1 }))
  }
  const subscription = await subscriptionView(shop, row, language)
  return privatePage({
    subscription,
    done: actionNamed(url.searchParams.get('done')),
    isRefused: url.searchParams.has('refused'),
  })
}

/**
 * A posted form of SubscriptionList of somebody who may change those that
 * `mayChange` allows; undefined when nothing changed.
 */
export async function postSubscription(
  shop: Pick<Shop, 'db' | 'now' | 'settings'>,
  { id, action, days, due, date }: SubscriptionForm,
  mayChange: (id: string) => boolean | Promise<boolean>,
): Promise<SubscriberAction | undefined> {
  if (!action || id === '' || !(await mayChange(id))) return undefined
  const changed = await changeSubscription(shop, { id, action, days, due, day: { date, home: shop.settings.all.home } })
  return changed && action
}

/** Tells whether a subscription belongs to a customer. */
export async function isSubscriptionOf({ db }: Pick<Shop, 'db'>, customerId: string, id: string): Promise<boolean> {
  return (await subscriptionById(db, id))?.customer_id === customerId
}

export function actionNamed(name: string | null): SubscriberAction | null {
  return subscriberActions.find((known) => known === name) ?? null
}
