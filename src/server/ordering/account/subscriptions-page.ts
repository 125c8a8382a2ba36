import type { SubscriptionsPage } from '../../../contracts/customer-pages/subscription-page.ts'
import { href } from '../../../routes.ts'
import type { Account, AccountRequest } from '../../identity/access/require-account.ts'
import { goTo, missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { answerRequest, subscriptionOf } from '../renewals/subscription-answer.ts'
import { customerSubscriptions } from '../renewals/subscription-views.ts'
import type { Shop } from '../shop.ts'

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
  const { id: customerId } = session.customer
  const asked = { request, url, language, access: 'account' as const, mayRevise: true }
  const answer = await answerRequest(shop, asked, (id) => subscriptionOf(shop, customerId, id))
  if ('query' in answer) return goTo(href(language, 'my-account-subscriptions', {}, answer.query) + (answer.hash ?? ''))
  const subscriptions = answer.revision ? [] : await customerSubscriptions(shop, customerId, language)
  return privatePage({ ...answer, subscriptions })
}
