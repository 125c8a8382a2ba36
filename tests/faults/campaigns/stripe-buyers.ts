import type { Client } from '../../bench/load/client.ts'
import type { SignedEvent } from '../../support/fake-stripe-ledger.ts'
import type { FakeStripe } from '../../support/fake-stripe.ts'
import { look, place, shopperHeaders, startCheckout, type Cart, type Checkout } from './buyers.ts'

/** An order waiting for its payment at the fake Stripe. */
export type Payment = { checkout: Checkout; attempt: string; session: string }

/** Goes through the checkout to the hosted page, as the shopper with this number. */
export async function startPayment(client: Client, fake: FakeStripe, cart: Cart, at: number): Promise<Payment> {
  const headers = shopperHeaders(at)
  const checkout = await startCheckout(client, cart, { headers })
  const {
    status,
    headers: { location = '' },
  } = await place(client, checkout, { payment_method: 'stripe', seen: await look(client, checkout) }, headers)
  const session = location.split('/').at(-1) ?? ''
  const attempt = fake.sessions.get(session)?.metadata['attempt_id']
  if (status !== 303 || attempt === undefined)
    throw new Error(`The checkout did not lead to the payment page: ${status} ${location}`)
  return { checkout, attempt, session }
}

/** Posts a signed Stripe event; @returns the status of the answer. */
export async function postWebhook(
  client: Client,
  { body, headers }: Pick<SignedEvent, 'body' | 'headers'>,
): Promise<number> {
  const signature = headers.get('stripe-signature')
  const answer = await client.ask({
    path: '/api/payments/stripe/webhook',
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(signature === null ? {} : { 'stripe-signature': signature }) },
  })
  return answer.status
}

/** Returns from the hosted page; @returns the status of the answer. */
export async function comeBack(client: Client, attempt: string): Promise<number> {
  return (await client.ask({ path: `/api/payments/stripe/return?attempt=${attempt}` })).status
}
