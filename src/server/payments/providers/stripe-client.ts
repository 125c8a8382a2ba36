import type Stripe from 'stripe'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Shop } from '../../platform/shop.ts'
import { timeoutMs } from '../in-time.ts'
import { PaymentRefused } from '../provider.ts'

/** Status codes with which Stripe says that nothing happened and that a retry would give the same answer. */
const definite = new Set([400, 401, 402, 403, 404])

/**
 * Returns Stripe's SDK with this shop's keys; throws 404 without keys. Loaded with the first payment, because it takes
 * 38 MB.
 */
export function stripeOf({ env, memory }: Shop): Promise<Stripe> {
  const { STRIPE_SECRET_KEY: key } = env
  if (key === undefined) throw new ProblemError(404, 'provider_unknown')
  return memory.remember('stripe', 3_600_000, async () => {
    const { default: Client } = await import('stripe')
    // No retries here: a page does not wait for them, and the outbox retries.
    return new Client(key, {
      timeout: timeoutMs,
      maxNetworkRetries: 0,
      telemetry: false,
      ...addressOf(env.STRIPE_API_BASE),
    })
  })
}

/** Calls Stripe; a definite refusal becomes PaymentRefused, after any other error the outcome is unknown. */
export async function asking<Answer>(shop: Shop, call: (stripe: Stripe) => Promise<Answer>): Promise<Answer> {
  const client = await stripeOf(shop)
  try {
    return await call(client)
  } catch (error) {
    throw isDefinite(error)
      ? new PaymentRefused(error instanceof Error ? error.message : 'Stripe said no.', { cause: error })
      : error
  }
}

/**
 * Tells whether an error is a definite refusal. A wrong idempotency key is the shop's mistake and says nothing about
 * the payment.
 */
function isDefinite(error: unknown): boolean {
  if (!(error instanceof Error) || Reflect.get(error, 'type') === 'StripeIdempotencyError') return false
  return definite.has(Number(Reflect.get(error, 'statusCode')))
}

function addressOf(base: string | undefined) {
  if (base === undefined) return {}
  const { protocol, hostname, port } = new URL(base)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
  }
}
