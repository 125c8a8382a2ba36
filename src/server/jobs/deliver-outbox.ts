import { claimSeconds } from '../platform/outbox/queries.ts'
import { connectMailServer } from '../platform/outbox/mail-server.ts'
import { during, tell } from '../platform/tell.ts'
import { isEffectKind, readPayload, type EffectKind } from '../platform/outbox/effect-kinds.ts'
import type { Shop } from '../ordering/shop.ts'
import { effectHandlers } from './effect-handlers.ts'
import {
  claimEffects,
  dueEffects,
  finishEffects,
  giveUpEffect,
  hastenMails,
  postponeEffect,
  type EffectRow,
  type Lane,
} from './queries.ts'

const longestWaitSeconds = 3600
const mostAtOnce = 50
const mostMails = 200
/** A mail server may refuse more connections of one sender. */
const mailsTogether = 5
/** A run of a backlog ends after this time, so that other effects get their turn. */
const runMs = 5_000
/**
 * A mail that no server has accepted after this many days is given up, as mail servers do; other effects are retried
 * without end.
 */
const mailDays = 4

/** Effects that this process has carried out while the database could not be told so. */
export type Untold = Set<string>
type Outcome = 'done' | 'failed' | 'unreachable'

/** Errors of nodemailer: no connection, no answer, no host of that name, a login that is refused. */
const unreachableCodes = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'EPROTOCOL'])
/** Begins the reason of mails that `hastenMails` makes due when the server is back. */
const unreachableReason = 'The mail server cannot be reached'

/**
 * Carries out the effects that are due, each in one process; retries failures with growing delays. `untold` is kept
 * between the calls of a process, so that a mail is not sent again after the database was away. Returns how many
 * succeeded.
 */
export async function deliverOutbox(shop: Shop, lane?: Lane, untold: Untold = new Set()): Promise<number> {
  await tellDone(shop, untold)
  const due = (kinds: Parameters<typeof dueEffects>[3], most = mostAtOnce) =>
    dueEffects(shop.db, shop.now().toISOString(), most, kinds)
  if (lane === 'payments') {
    const payments = await due('payments')
    const outcomes = await Promise.all(payments.map((effect) => deliver(shop, [effect], untold)))
    return doneOf(outcomes.flat()).length
  }
  const outcomes: Outcome[] = []
  // Mails may wait for their server; what else is due does not wait behind them.
  for (const effect of await due(lane === 'rest' ? 'rest but mails' : 'all but mails'))
    outcomes.push(...(await deliver(shop, [effect], untold)))
  const sent = await deliverMails(shop, await due('mails', mostMails), untold)
  return doneOf(outcomes).length + sent
}

/** Delivers what is due; again at once while many mails are due, for a few seconds at most. */
export async function deliverBacklog(shop: Shop, lane: Lane, untold: Untold): Promise<void> {
  const end = performance.now() + runMs
  while ((await deliverOutbox(shop, lane, untold)) >= mostMails && performance.now() < end) continue
}

/**
 * Sends one mail alone and the others a few at a time; ends at the first sign that the mail server is away, because
 * each of the others would wait for it as long.
 */
async function deliverMails(shop: Shop, mails: readonly EffectRow[], untold: Untold): Promise<number> {
  if (mails.length === 0) return 0
  const mailServer = shop.env.SMTP_URL ? connectMailServer(shop.env, mailsTogether) : undefined
  const sent = await sendInGroups(mailServer ? { ...shop, mailServer } : shop, mails, untold).finally(() =>
    mailServer?.close(),
  )
  if (sent > 0) await hastenMails(shop.db, { now: shop.now(), claimSeconds, reason: unreachableReason })
  return sent
}

async function sendInGroups(shop: Shop, mails: readonly EffectRow[], untold: Untold): Promise<number> {
  let sent = 0
  const left = [...mails]
  for (let some = left.splice(0, 1); some.length > 0; some = left.splice(0, mailsTogether)) {
    const outcomes = await deliver(shop, some, untold)
    sent += doneOf(outcomes).length
    if (outcomes.includes('unreachable')) break
    await shop.turns.next()
  }
  return sent
}

const isMail = ({ kind }: EffectRow): boolean => kind.startsWith('mail.')
const doneOf = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter((outcome) => outcome === 'done')

/** Carries out together those of the effects that no other process has. */
async function deliver(shop: Shop, effects: readonly EffectRow[], untold: Untold): Promise<Outcome[]> {
  const claimed = await claimEffects(shop.db, effects, inSeconds(shop, claimSeconds))
  return Promise.all(claimed.map((effect) => carryOut(shop, effect, untold)))
}

/** Writes down what was carried out; throws while the database cannot be told. */
async function tellDone(shop: Shop, untold: Untold): Promise<void> {
  const ids = [...untold]
  if (ids.length === 0) return
  await finishEffects(shop.db, ids, shop.now().toISOString())
  for (const id of ids) untold.delete(id)
}

async function carryOut(shop: Shop, effect: EffectRow, untold: Untold): Promise<Outcome> {
  try {
    if (!isEffectKind(effect.kind)) throw new Error(`No handler for ${effect.kind}.`)
    const { kind } = effect
    await during(
      () => ({ kind: 'effect', name: kind }),
      () => handle(shop, kind, effect),
    )
  } catch (error) {
    await tryLater(shop, effect, error)
    return isUnreachable(effect, error) ? 'unreachable' : 'failed'
  }
  untold.add(effect.id)
  tell('effect', { kind: effect.kind, outcome: 'done' })
  await tellDone(shop, untold)
  return 'done'
}

function isUnreachable(effect: EffectRow, error: unknown): boolean {
  return isMail(effect) && error instanceof Error && unreachableCodes.has(String(Reflect.get(error, 'code')))
}

async function handle<Kind extends EffectKind>(shop: Shop, kind: Kind, { id, payload }: EffectRow): Promise<void> {
  await effectHandlers[kind](shop, readPayload(kind, payload), id)
}

async function tryLater(shop: Shop, effect: EffectRow, error: unknown): Promise<void> {
  const about = { err: error, effect: effect.id, kind: effect.kind }
  const reason = `${isUnreachable(effect, error) ? `${unreachableReason}. ` : ''}${String(error)}`.slice(0, 500)
  if (isMail(effect) && effect.created_at <= inSeconds(shop, -mailDays * 86_400)) {
    shop.log.error(about, 'a mail could not be sent for days and is given up')
    tell('effect', { kind: effect.kind, outcome: 'given_up' })
    await giveUpEffect(shop.db, effect, shop.now().toISOString(), reason)
    return
  }
  shop.log.error(about, 'an effect failed and will be tried again')
  tell('effect', { kind: effect.kind, outcome: 'failed' })
  const wait = Math.min(longestWaitSeconds, 2 ** Math.min(effect.attempts, 12) * 5)
  await postponeEffect(shop.db, effect, inSeconds(shop, wait), reason)
}

function inSeconds({ now }: Shop, seconds: number): string {
  return new Date(now().getTime() + seconds * 1000).toISOString()
}
