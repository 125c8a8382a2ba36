import { liveLink, orderOfLink } from '../../../src/server/identity/login/link-queries.ts'
import { sessionOf } from '../../../src/server/identity/sessions/session.ts'
import { hashSecret, newSecret } from '../../../src/server/platform/ids.ts'
import type { Shop } from '../../../src/server/shop.ts'

/** How many guessed tokens open anything: alternately a session, a login link, an order. */
export async function hitsOfGuesses(shop: Shop, guesses: number): Promise<number> {
  const at = shop.now().toISOString()
  const doors = [
    (token: string) => sessionOf(shop, token),
    (token: string) => liveLink(shop.db, hashSecret(token), at),
    (token: string) => orderOfLink(shop.db, hashSecret(token), at),
  ]
  let hits = 0
  for (let guess = 0; guess < guesses; guess += 1) if (await doors[guess % doors.length]?.(newSecret())) hits += 1
  return hits
}
