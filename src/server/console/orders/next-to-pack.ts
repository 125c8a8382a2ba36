import type { Shop } from '../../ordering/shop.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { oldestToPack } from './next-to-pack-queries.ts'

/** For how long an order is its picker's: the next shift may take over what the last one left. */
const claimMs = 12 * 3_600_000

/** Whoever took an order before this moment has it no more. */
export function takenSince({ now }: Pick<Shop, 'now'>): string {
  return new Date(now().getTime() - claimMs).toISOString()
}

/** The number of the order that a person packs after another one, the oldest that is theirs or nobody's; or null. */
export async function nextToPack({ shop, session }: ConsoleContext, orderId: string): Promise<string | null> {
  const filter = { except: orderId, staffId: session.staff.id, since: takenSince(shop) }
  return (await oldestToPack(shop.db, filter)) ?? null
}
