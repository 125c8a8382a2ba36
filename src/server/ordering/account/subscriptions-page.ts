import { subscriptionForm, type SubscriptionView } from '../../../contracts/customer-pages/subscription-page.ts'
import type { SubscriberAction } from '../../../domain/orders/subscriptions.ts'
import { href } from '../../../routes.ts'
import type { Account, AccountRequest } from '../../identity/access/require-account.ts'
import { goTo, missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { actionNamed, isSubscriptionOf, postSubscription } from '../renewals/subscription-answer.ts'
import { customerSubscriptions } from '../renewals/subscription-views.ts'
import type { Shop } from '../shop.ts'

type SubscriptionsPage = { subscriptions: SubscriptionView[]; done: SubscriberAction | null; isRefused: boolean }

/** GET and POST /{lang}/my-account/subscriptions: lists and changes the customer's own subscriptions. */
export async function subscriptionsPage(
  shop: Shop,
  { session, frame }: Account,
  {
    request,
    url,
    locals: {
      shopping: { language },
    },
  }: AccountRequest,
): Promise<PageResult<SubscriptionsPage>> {
  if (!frame.hasSubscriptions) return missing()
  const { id } = session.customer
  if (request.method === 'POST') {
    const form = await readForm(request, subscriptionForm)
    const done = await postSubscription(shop, form, (subscription) => isSubscriptionOf(shop, id, subscription))
    return goTo(href(language, 'my-account-subscriptions', {}, done ? { done } : { refused: 1 }))
  }
  const subscriptions = await customerSubscriptions(shop, id, language)
  return privatePage({
    subscriptions,
    done: actionNamed(url.searchParams.get('done')),
    isRefused: url.searchParams.has('refused'),
  })
}
