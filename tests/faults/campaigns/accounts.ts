import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createShop } from '../../../src/server/create-shop.ts'
import { insertCustomer } from '../../../src/server/identity/customer-queries.ts'
import { hashPasswordSync } from '../../../src/server/identity/login/password-hasher.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { median } from '../../bench/figure.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { hitsOfGuesses } from '../../server/identity/guesses.ts'
import { numbers, shopperHeaders } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { RawClient, type RawAnswered } from './raw-client.ts'
import { signIn, type Tokens } from './sign-in.ts'

const refreshes = 50
const json = { 'content-type': 'application/json' }

/** Guesses tokens, times logins, and refreshes one browser's session fifty times at once. */
export const accounts: Campaign = {
  name: 'accounts',
  about: '1,000,000 guessed tokens; login times of known and unknown; 50 refreshes at once',
  run: async (ground) => {
    const findings = [await guesses(ground)]
    for (const engine of ground.engines) findings.push(...(await loginsOn(ground, engine)))
    return findings
  },
}

/** Bypasses HTTP and its limits, calling directly what opens a session, a mailed link and an order. */
async function guesses(ground: Ground): Promise<Finding> {
  const tries = ground.size(1_000_000, 1_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-accounts-'))
  const shop = await createShop(parseEnv({ SHOP_DATA: folder, LOG_LEVEL: 'silent', NODE_ENV: 'test' }))
  try {
    return count(
      'accounts: guessed tokens that open anything',
      await hitsOfGuesses(shop, tries),
      { exactly: 0 },
      { engine: 'SQLite', beside: `of ${tries.toLocaleString('en')}` },
    )
  } finally {
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function loginsOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const samples = ground.size(200, 10)
  const data = await ground.newShop(engine)
  await addCustomers(data, samples)
  await using shop = await FaultShop.start(data)
  using client = new RawClient(shop.origin, refreshes)
  return [await loginTimes(client, engine, samples), ...(await refreshAtOnce(client, engine))]
}

async function addCustomers(data: ShopData, samples: number): Promise<void> {
  const password_hash = hashPasswordSync('some password')
  await withDatabase(data, async (db) => {
    for (const at of numbers(samples)) {
      await insertCustomer(db, {
        id: `c${at}`,
        email: `c${at}@example.se`,
        password_hash,
        name: '',
        phone: '',
        language: 'sv',
        country: 'SE',
        currency_id: 1,
        mail_consent: 0,
        verified_at: null,
        created_at: '',
      })
    }
  })
}

/**
 * Known and unknown accounts alternate, so that other load affects both; with a new account and address each time, so
 * that no limit is reached.
 */
async function loginTimes(client: RawClient, engine: Engine, samples: number): Promise<Finding> {
  const times: Record<'c' | 'u', number[]> = { c: [], u: [] }
  for (const at of numbers(2 * samples + 4)) {
    const kind = at % 2 === 0 ? 'c' : 'u'
    const body = Buffer.from(
      JSON.stringify({ email: `${kind}${Math.floor(at / 2) % samples}@example.se`, password: 'wrong wrong' }),
    )
    const { status, ms } = await client.ask({
      path: '/api/auth/login',
      method: 'POST',
      headers: { ...json, ...shopperHeaders(at) },
      body,
    })
    if (status !== 401) throw new Error(`A wrong password was answered ${status}.`)
    if (at >= 4) times[kind].push(ms)
  }
  const [known, unknown] = [median(times.c), median(times.u)]
  const beside = `known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, medians of ${samples}`
  return timing('accounts: login times apart', Math.abs(known / unknown - 1) * 100, '%', {
    engine,
    bar: { atMost: 5 },
    beside,
  })
}

async function refreshAtOnce(client: RawClient, engine: Engine): Promise<Finding[]> {
  const { refresh_token: token } = await signIn(client)
  const answers = await Promise.all(
    numbers(refreshes).map(() =>
      client.ask({
        path: '/api/auth/refresh',
        method: 'POST',
        headers: json,
        body: Buffer.from(JSON.stringify({ refresh_token: token })),
      }),
    ),
  )
  const pairs = new Set(answers.filter(({ status }) => status === 200).map(accessOf))
  const bearers = await Promise.all(
    [...pairs].map((bearer) =>
      client.ask({ path: '/api/auth/profile', method: 'GET', headers: { authorization: `Bearer ${bearer}` } }),
    ),
  )
  return [
    count(
      'accounts: refreshes at once that logged somebody out',
      answers.filter(({ status }) => status !== 200).length,
      { exactly: 0 },
      { engine, beside: `of ${refreshes}` },
    ),
    count('accounts: different pairs they were given', pairs.size, { exactly: 1 }, { engine }),
    count(
      'accounts: pairs that open the account',
      bearers.filter(({ status }) => status === 200).length,
      { exactly: 1 },
      { engine },
    ),
  ]
}

function accessOf({ text }: RawAnswered): string {
  const tokens: Tokens = JSON.parse(text)
  return tokens.access_token
}
