import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { href } from '../../../routes.ts'
import { ProblemError } from '../../http/problem.ts'
import type { Shop } from '../../shop.ts'
import type { PaymentNotice, PaymentProvider } from '../provider.ts'
import { insertSetting, settingValue } from '../queries.ts'

const toleranceSeconds = 300
const header = 'sandbox-signature'

const notice = z.object({
  eventId: z.string().max(100), attemptId: z.string().max(64), outcome: z.enum(['succeeded', 'failed', 'expired']),
  amount: z.int(), currency: z.string().max(3), reason: z.string().max(200).nullable(),
})

/** A hosted payment page of ours for trying the shop out: nothing is charged. */
export const sandbox: PaymentProvider = {
  name: 'sandbox',
  isOffered: (shop) => shop.env.SANDBOX_PAYMENTS,
  accept: null,
  start: async (_shop, attempt, order) => href(order.language, 'sandbox-payment', { id: attempt.id }),
  readWebhook: async (shop, body, headers) => {
    const [time = '', signature = ''] = (headers.get(header) ?? '').split(',')
    const expected = sign(await secretOf(shop), time, body)
    const fresh = Math.abs(shop.now().getTime() / 1000 - Number(time)) <= toleranceSeconds
    if (!fresh || !equal(signature, expected)) throw new ProblemError(400, 'webhook_not_verified')
    const parsed = notice.safeParse(parse(body))
    if (!parsed.success) throw new ProblemError(400, 'webhook_unreadable')
    return parsed.data
  },
}

/** A webhook as the sandbox's page sends it: body and signed headers. */
export async function sandboxWebhook(shop: Shop, what: PaymentNotice): Promise<{ body: string; headers: Headers }> {
  const body = JSON.stringify(what)
  const time = String(Math.floor(shop.now().getTime() / 1000))
  return { body, headers: new Headers({ [header]: `${time},${sign(await secretOf(shop), time, body)}` }) }
}

function sign(secret: string, time: string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

function equal(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Made once per database, so that several processes agree on it. */
async function secretOf({ db }: Shop): Promise<string> {
  const key = 'sandbox_secret'
  const known = await settingValue(db, key)
  if (known) return known
  await insertSetting(db, key, randomBytes(24).toString('hex'))
  return await settingValue(db, key) ?? ''
}
