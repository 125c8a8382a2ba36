import { callApi } from '../../browser/call-api.ts'
import { StartCheckout } from '../../contracts/calls/start-checkout.ts'
import { $discounts, codesToSend, keepUnchecked } from '../discounts/discount-store.ts'
import { mayKeepCampaign } from './store/campaign.ts'
import { $cart, rememberCheckout } from './store/cart-store.ts'
import { sentLines } from './store/sent-lines.ts'

/**
 * Hands the cart to the shop and gives the path of its checkout; undefined when codes were not looked at, which the
 * shopper is told before anything costs more. Throws CallError, `cart_empty` among them.
 */
export async function startCheckout(): Promise<string | undefined> {
  const { items, checkoutID, campaignData } = $cart.get()
  const { body } = await callApi(StartCheckout, {
    body: {
      items: sentLines(items),
      coupons: codesToSend(),
      keep_codes: !$discounts.latest().isKnown,
      checkout_order_id: checkoutID,
      ...(campaignData && mayKeepCampaign() ? { campaign_data: campaignData } : {}),
    },
  })
  rememberCheckout(body.checkout_id)
  if (!body.unchecked_codes?.length) return body.path
  keepUnchecked(body.unchecked_codes)
  return undefined
}

/** Codes that a sync of this page or an earlier one could not have checked: the checkout would open without them. */
export function hasUncheckedCodes(): boolean {
  return $discounts.latest().unchecked.some((code) => !codesToSend().includes(code))
}
