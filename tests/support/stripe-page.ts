import type { Page } from '@playwright/test'
import type { FakeStripe } from './fake-stripe.ts'

/**
 * Stripe's hosted page for a browser: paying settles the session, Stripe's webhook is posted to the shop, and the
 * shopper returns.
 */
export async function hostStripe(page: Page, stripe: FakeStripe, origin: string): Promise<void> {
  await page.route('https://checkout.stripe.com/**', async (route) => {
    const url = new URL(route.request().url())
    const session = stripe.session(url.pathname.split('/').at(-1) ?? null)
    if (url.searchParams.has('pay') && session.status === 'open') {
      const event = stripe.event('checkout.session.completed', stripe.pay(session.id), new Date())
      const answer = await fetch(`${origin}/api/payments/stripe/webhook`, {
        method: 'POST',
        body: event.body,
        headers: event.headers,
      })
      if (answer.status !== 200) throw new Error(`The webhook was answered with ${answer.status}.`)
    }
    const [href, text] =
      session.status === 'open' ? ['?pay', 'Pay'] : [String(session.asked['success_url']), 'Back to the shop']
    await route.fulfill({ contentType: 'text/html', body: `<a href="${href.replaceAll('&', '&amp;')}">${text}</a>` })
  })
}
