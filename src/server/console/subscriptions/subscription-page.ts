import {
  retryRenewalForm,
  subscriptionChangeForm,
  subscriptionIntervalForm,
  type SubscriptionDetails,
} from '../../../contracts/console/subscriptions.ts'
import type { SubscriptionAction } from '../../../domain/orders/subscriptions.ts'
import { changeSubscription } from '../../ordering/subscriptions/change-subscription.ts'
import { retryRenewal } from '../../ordering/subscriptions/retry-renewal.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { onSubscription } from './on-subscription.ts'
import { revisionActions } from './revise.ts'
import { subscriptionContent } from './subscription-content.ts'

/** An action that the subscriber has as well, by the same function. */
function change(action: Exclude<SubscriptionAction, 'interval'>) {
  return consoleAction({
    permission: 'subscriptions.change',
    form: subscriptionChangeForm,
    run: (context, { version }) =>
      onSubscription(context, { operation: `subscriptions.${action}`, version }, (shop, id) =>
        changeSubscription(shop, { id, action }),
      ),
  })
}

/** One subscription: what it orders, what became of each due date, and what can be done with it. */
export const subscriptionScreen = consoleScreen<SubscriptionDetails>({
  screen: 'subscription',
  permission: 'subscriptions.view',
  isSensitive: true,
  load: subscriptionContent,
  actions: {
    pause: change('pause'),
    resume: change('resume'),
    skip: change('skip'),
    cancel: change('cancel'),
    interval: consoleAction({
      permission: 'subscriptions.change',
      form: subscriptionIntervalForm,
      run: (context, { version, days }) =>
        onSubscription(context, { operation: 'subscriptions.interval', version }, (shop, id) =>
          changeSubscription(shop, { id, action: 'interval', days: Number(days) }),
        ),
    }),
    ...revisionActions,
    retry: consoleAction({
      permission: 'subscriptions.change',
      form: retryRenewalForm,
      run: (context, { version, due }) =>
        onSubscription(context, { operation: 'subscriptions.retry', version }, (shop, id) =>
          retryRenewal(shop, { id, due }),
        ),
    }),
  },
})
