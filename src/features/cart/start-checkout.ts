import { callApi } from '../../browser/call-api.ts'
import { StartCheckout } from '../../contracts/start-checkout.ts'
import { codesToSend } from '../discounts/discount-store.ts'
import { $cart, rememberCheckout } from './cart-store.ts'
import { sentLines } from './sent-lines.ts'

/** Hands the cart to the shop and gives the path of its checkout. Throws CallError, `cart_empty` among them. */
export async function startCheckout(): Promise<string> {
  const { items, checkoutID, campaignData } = $cart.get()
  const { body } = await callApi(StartCheckout, {
    body: {
      items: sentLines(items), coupons: codesToSend(), checkout_order_id: checkoutID,
      ...(campaignData ? { campaign_data: campaignData } : {}),
    },
  })
  rememberCheckout(body.checkout_id)
  return body.path
}
