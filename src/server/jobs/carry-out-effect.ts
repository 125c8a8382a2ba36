import { daySeconds } from '../../domain/durations.ts'
import type { Shop } from '../ordering/shop.ts'
import { traced, publishDiagnostic } from '../platform/diagnostics.ts'
import { isEffectKind, readPayload, type EffectKind } from '../platform/outbox/effect-kinds.ts'
import { effectHandlers } from './effect-handlers.ts'
import { giveUpEffect, postponeEffect, type EffectRow } from './queries.ts'

const maxWaitSeconds = 3600
/**
 * A mail that no server has accepted after this many days is given up, as mail servers do; other effects are retried
 * without end.
 */
const mailDays = 4

/** `unreachable`: the mail server is away, so that other mails would fail as well. */
export type Outcome = 'done' | 'failed' | 'unreachable'

/** Errors of nodemailer: no connection, no answer, no host of that name, a login that is refused. */
const unreachableCodes = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'EPROTOCOL'])
/** Begins the reason of mails that `hastenMails` makes due when the server is back. */
export const unreachableReason = 'The mail server cannot be reached'

/** Carries out an effect that this process has claimed; one that fails is tried again later. */
export async function carryOut(shop: Shop, effect: EffectRow): Promise<Outcome> {
  try {
    if (!isEffectKind(effect.kind)) throw new Error(`No handler for ${effect.kind}.`)
    const { kind } = effect
    await traced(
      () => ({ kind: 'effect', name: kind }),
      () => handle(shop, kind, effect),
    )
  } catch (error) {
    await tryLater(shop, effect, error)
    return isUnreachable(effect, error) ? 'unreachable' : 'failed'
  }
  publishDiagnostic('effect', { kind: effect.kind, outcome: 'done' })
  return 'done'
}

const isMail = ({ kind }: EffectRow): boolean => kind.startsWith('mail.')

function isUnreachable(effect: EffectRow, error: unknown): boolean {
  return isMail(effect) && error instanceof Error && unreachableCodes.has(String(Reflect.get(error, 'code')))
}

async function handle<Kind extends EffectKind>(shop: Shop, kind: Kind, { id, payload }: EffectRow): Promise<void> {
  await effectHandlers[kind](shop, readPayload(kind, payload), id)
}

async function tryLater(shop: Shop, effect: EffectRow, error: unknown): Promise<void> {
  const about = { err: error, effect: effect.id, kind: effect.kind }
  const reason = `${isUnreachable(effect, error) ? `${unreachableReason}. ` : ''}${String(error)}`.slice(0, 500)
  if (isMail(effect) && effect.created_at <= secondsFromNow(shop, -mailDays * daySeconds)) {
    shop.log.error(about, 'a mail could not be sent for days and is given up')
    publishDiagnostic('effect', { kind: effect.kind, outcome: 'given_up' })
    await giveUpEffect(shop.db, effect, shop.now().toISOString(), reason)
    return
  }
  shop.log.error(about, 'an effect failed and will be tried again')
  publishDiagnostic('effect', { kind: effect.kind, outcome: 'failed' })
  const wait = Math.min(maxWaitSeconds, 2 ** Math.min(effect.attempts, 12) * 5)
  await postponeEffect(shop.db, effect, secondsFromNow(shop, wait), reason)
}

/** The time of the shop's clock in so many seconds, in ISO format. */
export function secondsFromNow({ now }: Pick<Shop, 'now'>, seconds: number): string {
  return new Date(now().getTime() + seconds * 1000).toISOString()
}
