import { claimSeconds } from '../platform/outbox/queries.ts'
import { during, tell } from '../platform/tell.ts'
import { isEffectKind, readPayload, type EffectKind } from '../platform/outbox/effect-kinds.ts'
import type { Shop } from '../ordering/shop.ts'
import { effectHandlers } from './effect-handlers.ts'
import {
  claimEffect,
  dueEffects,
  finishEffect,
  giveUpEffect,
  postponeEffect,
  type EffectRow,
  type Lane,
} from './queries.ts'

const longestWaitSeconds = 3600
/**
 * A mail that no server has accepted after this many days is given up, as mail servers do; other effects are retried
 * without end.
 */
const mailDays = 4

/**
 * Carries out the effects that are due, each in one process; retries failures with growing delays. Returns how many
 * succeeded.
 */
export async function deliverOutbox(shop: Shop, lane?: Lane): Promise<number> {
  const due = await dueEffects(shop.db, shop.now().toISOString(), 50, lane)
  if (lane === 'payments') return sum(await Promise.all(due.map((effect) => deliver(shop, effect))))
  let done = 0
  for (const effect of due) done += await deliver(shop, effect)
  return done
}

async function deliver(shop: Shop, effect: EffectRow): Promise<number> {
  return (await claimEffect(shop.db, effect, inSeconds(shop, claimSeconds))) ? carryOut(shop, effect) : 0
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

async function carryOut(shop: Shop, effect: EffectRow): Promise<0 | 1> {
  try {
    if (!isEffectKind(effect.kind)) throw new Error(`No handler for ${effect.kind}.`)
    const { kind } = effect
    await during(
      () => ({ kind: 'effect', name: kind }),
      () => handle(shop, kind, effect),
    )
    await finishEffect(shop.db, effect.id, shop.now().toISOString())
    tell('effect', { kind: effect.kind, outcome: 'done' })
    return 1
  } catch (error) {
    await tryLater(shop, effect, error)
    return 0
  }
}

async function handle<Kind extends EffectKind>(shop: Shop, kind: Kind, { id, payload }: EffectRow): Promise<void> {
  await effectHandlers[kind](shop, readPayload(kind, payload), id)
}

async function tryLater(shop: Shop, effect: EffectRow, error: unknown): Promise<void> {
  const about = { err: error, effect: effect.id, kind: effect.kind }
  const reason = String(error).slice(0, 500)
  if (effect.kind.startsWith('mail.') && effect.created_at <= inSeconds(shop, -mailDays * 86_400)) {
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
