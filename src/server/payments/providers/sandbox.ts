import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { href } from '../../../routes.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Shop } from '../../platform/shop.ts'
import { PaymentRefused, type PaymentNotice, type PaymentProvider } from '../provider.ts'
import { insertSetting, settingValue } from '../queries.ts'

const toleranceSeconds = 300
const header = 'sandbox-signature'

const notice = z.object({
  eventId: z.string().max(100),
  attemptId: z.string().max(64),
  outcome: z.enum(['succeeded', 'failed', 'expired']),
  amount: z.int(),
  currency: z.string().max(3),
  reason: z.string().max(200).nullable(),
  payment: z.string().max(100).nullish(),
})

/** The shop's own hosted payment page for testing; charges nothing. */
export const sandbox: PaymentProvider = {
  name: 'sandbox',
  method: 'online',
  isOffered: (shop) => shop.env.SANDBOX_PAYMENTS,
  brings: ['card'],
  accept: null,
  start: async (_shop, { id, language }) => ({
    url: href(language, 'sandbox-payment', { id }),
    reference: `sandbox:${id}`,
  }),
  repeat: async (_shop, { id, amount, currency }) => ({
    eventId: `repeated:${id}`,
    attemptId: id,
    outcome: 'succeeded',
    amount,
    currency,
    reason: null,
    payment: `sandbox:${id}`,
  }),
  readNotice: async (shop, body, headers) => {
    const [time = '', signature = ''] = (headers.get(header) ?? '').split(',')
    const expected = sign(await secretOf(shop), time, body)
    const fresh = Math.abs(shop.now().getTime() / 1000 - Number(time)) <= toleranceSeconds
    if (!fresh || !equal(signature, expected)) throw new ProblemError(400, 'webhook_not_verified')
    const parsed = readNotice(body)
    if (!parsed) throw new ProblemError(400, 'webhook_unreadable')
    return parsed
  },
  ask: async ({ db }, { id }) => readNotice((await settingValue(db, memoryOf(id))) ?? '') ?? null,
  capture: null,
  refund: async (_shop, _attempt, { refundId }) => `sandbox:${refundId}`,
  cancel: async ({ db }, { id }) => {
    if (await settingValue(db, memoryOf(id))) throw new PaymentRefused('The payment was approved.')
  },
}

/** Stores what the sandbox answers when it is queried about a payment. */
export async function rememberSandbox({ db }: Shop, what: PaymentNotice): Promise<void> {
  await insertSetting(db, memoryOf(what.attemptId), JSON.stringify({ ...what, eventId: `asked:${what.attemptId}` }))
}

/** Builds the webhook that the sandbox's page sends: body and signed headers. */
export async function sandboxWebhook(shop: Shop, what: PaymentNotice): Promise<{ body: string; headers: Headers }> {
  const body = JSON.stringify(what)
  const time = String(Math.floor(shop.now().getTime() / 1000))
  return { body, headers: new Headers({ [header]: `${time},${sign(await secretOf(shop), time, body)}` }) }
}

function memoryOf(attemptId: string): string {
  return `sandbox_payment:${attemptId}`
}

function sign(secret: string, time: string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

function equal(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function readNotice(body: string): PaymentNotice | undefined {
  try {
    return sandboxNotice(body)
  } catch {
    return undefined
  }
}

/** Parses a notice that was sent or stored; throws ZodError or SyntaxError. */
export function sandboxNotice(text: string): PaymentNotice {
  const { payment = null, ...rest } = notice.parse(JSON.parse(text))
  return { ...rest, payment }
}

/** Reads the secret, which is created once per database so that all processes share it. */
async function secretOf({ db }: Shop): Promise<string> {
  const key = 'sandbox_secret'
  const known = await settingValue(db, key)
  if (known) return known
  await insertSetting(db, key, randomBytes(24).toString('hex'))
  return (await settingValue(db, key)) ?? ''
}
