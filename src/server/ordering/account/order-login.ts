import type { LoginReply } from '../../../contracts/calls/auth-user.ts'
import type { LogInToOrder, OrderInfo } from '../../../contracts/calls/order-auth.ts'
import type { Amount } from '../../../domain/cart/cart-amounts.ts'
import { toMajor } from '../../../domain/money/money.ts'
import { finishLogin, type LoginContext } from '../../identity/login/finish-login.ts'
import { orderOfLink } from '../../identity/login/link-queries.ts'
import { refundAttempt, consumeAttempt, tokenLimits, type LoginClient } from '../../identity/login/login-tries.ts'
import { guestOf } from '../../identity/sessions/guards.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import { hashSecret } from '../../platform/ids.ts'
import { orderPage } from '../orders/order-page.ts'
import { orderById } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'

/** POST /api/order-auth/login: 401 link_over, 429 too_many_tries. */
export const logInToOrder: Operation<typeof LogInToOrder, Shop> = (shop, { body }, call) =>
  logInByOrderLink(shop, call, { token: body.token, cookie: body.cookie ?? false })

/**
 * Signs in to a single order with the token of its mail. Throws 401 link_over, 429 too_many_tries, also
 * after 30 logins to one order within an hour.
 */
export async function logInByOrderLink(
  shop: Shop,
  call: LoginClient & LoginContext,
  { token, cookie }: { token: string; cookie: boolean },
): Promise<LoginReply> {
  const tries = tokenLimits(shop, call)
  await consumeAttempt(tries)
  const order = await orderOfLink(shop.db, hashSecret(token), shop.now().toISOString())
  if (!order) throw new ProblemError(401, 'link_over')
  await refundAttempt(tries)
  await consumeAttempt([[shop.limits.orderLogins, order.id]])
  return finishLogin(shop, call, { holder: { orderId: order.id }, method: 'link', cookie })
}

/** GET /api/order-auth/info: returns the order that the guest is signed in to. */
export const orderInfo: Operation<typeof OrderInfo, Shop> = async ({ db }, _input, call) => {
  const order = await orderById(db, guestOf(call).order.id)
  if (!order) throw new ProblemError(401, 'not_signed_in')
  const {
    number,
    placedAt,
    paymentMethod,
    address: { postalCode, ...address },
    delivery: { place, ...delivery },
    vatNumber,
    isReverseCharged,
    lines,
    totals,
    ...page
  } = await orderPage(db, order)
  return {
    ...page,
    order_id: number,
    placed_at: placedAt,
    payment_method: paymentMethod,
    vat_number: vatNumber,
    reverse_charge: isReverseCharged,
    address: { ...address, postal_code: postalCode },
    delivery: {
      ...delivery,
      place: place && { name: place.name, street: place.street, postal_code: place.postalCode, city: place.city },
    },
    lines: lines.map(({ sku, name, quantity, unit, total, vatPercent }) => ({
      sku,
      name,
      quantity,
      price: major(unit),
      total: major(total),
      vat: vatPercent,
    })),
    totals: {
      items: major(totals.items),
      discount: major(totals.discount),
      delivery: major(totals.delivery),
      total: major(totals.total),
    },
  }
}

function major({ inc, ex }: Amount): { inc: number; ex: number } {
  return { inc: toMajor(inc), ex: toMajor(ex) }
}
