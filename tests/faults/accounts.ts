/**
 * Heavy figures of the login, printed and not part of `npm test`: `node tests/faults/accounts.ts [samples] [guesses]`.
 * Login times of a known and an unknown account (medians), and how many guessed tokens open anything.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LogIn } from '../../src/contracts/log-in.ts'
import { defaultContext } from '../../src/domain/shopping-context.ts'
import { logIn } from '../../src/server/accounts/log-in.ts'
import { insertCustomer } from '../../src/server/accounts/customer-queries.ts'
import { hashPasswordSync } from '../../src/server/accounts/password-hasher.ts'
import { parseEnv } from '../../src/server/env.ts'
import { createShop, type Shop } from '../../src/server/shop.ts'
import { call } from '../server/call.ts'
import { hitsOfGuesses } from '../server/accounts/guesses.ts'

const [samples = 200, guesses = 1_000_000] = process.argv.slice(2).map(Number)

async function loginTime(shop: Shop, email: string, at: number): Promise<number> {
  const began = performance.now()
  const { status } = await call(shop, LogIn, logIn, { body: { email, password: 'wrong wrong' }, shopping: defaultContext('sv'), clientAddress: `10.${at % 250}.${Math.floor(at / 250)}.1` })
  if (status !== 401) throw new Error(`A wrong password was answered ${status}.`)
  return performance.now() - began
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Known and unknown by turns, so that a busy machine slows both; a new account each time, so that no limit is reached. */
async function timing(shop: Shop): Promise<string> {
  const [known, unknown]: [number[], number[]] = [[], []]
  const password_hash = hashPasswordSync('some password')
  for (let at = 0; at < samples; at += 1) {
    await insertCustomer(shop.db, {
      id: `c${at}`, email: `c${at}@example.se`, password_hash, name: '', phone: '', language: 'sv', country: 'SE', currency_id: 1, mail_consent: 0, verified_at: null, created_at: '',
    })
    known.push(await loginTime(shop, `c${at}@example.se`, 2 * at))
    unknown.push(await loginTime(shop, `u${at}@example.se`, 2 * at + 1))
  }
  const [one, other] = [median(known), median(unknown)]
  return `login, wrong password: known ${one.toFixed(1)} ms, unknown ${other.toFixed(1)} ms, medians ${(Math.abs(one / other - 1) * 100).toFixed(1)} % apart (${samples} samples each)`
}

const folder = mkdtempSync(path.join(tmpdir(), 'delverk-accounts-'))
const shop = await createShop(parseEnv({ SHOP_DATA: folder, LOG_LEVEL: 'silent', NODE_ENV: 'test' }))
try {
  console.log(await timing(shop))
  console.log(`guessed tokens: ${await hitsOfGuesses(shop, guesses)} hits of ${guesses.toLocaleString('en')}`)
} finally {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
}
