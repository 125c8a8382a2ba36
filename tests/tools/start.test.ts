import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PasswordHasher } from '../../src/server/identity/login/password-hasher.ts'
import { invitationOf } from '../../src/server/identity/staff/invitations.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { parseEnv } from '../../src/server/platform/env.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { rasterFile } from '../../src/tools/demo/pictures.ts'
import { demoPictures } from '../../src/tools/demo/write-catalogue.ts'
import { demoSignIns, seedIfEmpty } from '../../src/tools/seed.ts'
import { freePort } from '../support/free-port.ts'
import { fullDemo } from '../support/full-demo.ts'
import { runCommand } from './shop-commands.ts'

const shopCommand = path.resolve(import.meta.dirname, '../../src/tools/shop.ts')
let data = ''

beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'delverk-start-'))
})
afterEach(() => rmSync(data, { recursive: true }))

/** `npm run shop -- …` in this process, with these settings alone. */
function shop(settings: Record<string, string>, ...[name, ...args]: Parameters<typeof runCommand>) {
  vi.unstubAllEnvs()
  for (const [key, value] of Object.entries({ NODE_ENV: undefined, SHOP_DATA: data, ...settings }))
    vi.stubEnv(key, value)
  return runCommand(name, ...args)
}

/** The same in a process of its own, without settings. */
function ownProcess(...args: string[]): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE }
  return new Promise((resolve) => {
    execFile(process.execPath, [shopCommand, ...args], { env, cwd: data }, (_, __, errors) => resolve(errors))
  })
}

/** Empty files with the names of the demo's pictures, which take a minute to render. */
function drawNothing(): void {
  mkdirSync(path.join(data, 'pictures'))
  for (const { id, isMain } of demoPictures(fullDemo.parts)) {
    writeFileSync(path.join(data, 'pictures', id), '')
    if (isMain) writeFileSync(path.join(data, 'pictures', rasterFile(id)), '')
  }
}

async function passwordsKnown(): Promise<boolean[]> {
  const { db } = connect({ sqliteFile: path.join(data, 'shop.db') })
  try {
    const rows = await db.selectFrom('customers').select('password_hash').execute()
    return await Promise.all(rows.map(({ password_hash: hash }) => new PasswordHasher().matches(demoPassword, hash)))
  } finally {
    await db.destroy()
  }
}

describe('npm start', () => {
  test.each([
    [{ ORIGIN: 'https://shop.example' }],
    [{ NODE_ENV: 'production' }],
    [{ HOST: '0.0.0.0' }],
    [{ ORIGIN: 'http://192.0.2.7' }],
    [{ ORIGIN: 'http://127.0.0.1.shop.example' }],
  ])('with %j leaves an empty database empty and says how to seed the demo', async (settings) => {
    const said: string[] = []
    await seedIfEmpty(parseEnv({ SHOP_DATA: data, ...settings }), (line) => said.push(line))
    expect(said.join()).toContain('npm run shop -- seed demo')
    expect(await passwordsKnown()).toEqual([])
  })

  test('leaves a shop unchanged when a page was published before the first product', async () => {
    const page = path.join(data, 'terms.html')
    writeFileSync(page, '<p>Our own terms.</p>')
    await shop({}, 'content', 'put', 'page', 'terms', page, '--lang', 'en', '--title', 'Terms', '--publish')
    const said: string[] = []
    await seedIfEmpty(parseEnv({ SHOP_DATA: data }), (line) => said.push(line))
    expect(said).toEqual([])
    expect(await passwordsKnown()).toEqual([])
  })
})

const here = 'http://127.0.0.1:4321'

/** The invitation whose link is among the lines that `npm start` prints. */
async function invitedBy(lines: readonly string[]) {
  const link =
    lines
      .find((line) => line.startsWith('Console, owner'))
      ?.split('  ')
      .at(-1) ?? ''
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:4321\/console\/invitation/)
  const { db } = connect({ sqliteFile: path.join(data, 'shop.db') })
  const token = new URL(link).searchParams.get('token') ?? ''
  const invitation = await invitationOf({ db, now: () => new Date(), env: parseEnv({}) }, token)
  await db.destroy()
  return invitation
}

describe('shop seed demo', () => {
  test('prints a random password for each account, once, and a link to the console only on this machine', async () => {
    drawNothing()
    const seeded = await shop({ ORIGIN: 'https://shop.example' }, 'seed', 'demo')
    expect(seeded.code).toBe(0)
    const passwords = [...seeded.out.matchAll(/(?:karin@example\.com|verkstad\.example) {2}([\w-]{20})$/gm)].map(
      (match) => match[1],
    )
    expect(new Set(passwords).size).toBe(3)
    expect(seeded.out).not.toContain(demoPassword)
    expect(await passwordsKnown()).toEqual([false, false, false])
    expect(await shop({ ORIGIN: 'https://shop.example' }, 'seed', 'demo')).toMatchObject({ code: 1, out: '' })
    expect(await shop({}, 'seed', 'demo', '--if-empty')).toMatchObject({ code: 0 })
    const refused = await shop({ ORIGIN: 'https://shop.example', SMTP_URL: 'smtps://mail.example' }, 'doctor', '--json')
    expect(refused.code).toBe(1)
    expect(
      (JSON.parse(refused.out) as { name: string; verdict: string }[])
        .filter(({ verdict }) => verdict === 'refuses')
        .map(({ name }) => name),
    ).toEqual(['demo-accounts', 'demo-company'])
    expect(await demoSignIns(parseEnv({ SHOP_DATA: data, ORIGIN: 'https://shop.example' }), here)).toEqual([])
    expect(await invitedBy(await demoSignIns(parseEnv({ SHOP_DATA: data }), here))).toMatchObject({ role: 'owner' })
  }, 240_000)

  test('has to be named explicitly', async () => {
    expect(await shop({}, 'seed')).toMatchObject({ code: 2, err: expect.stringContaining('seed demo') as string })
  })
})

describe('shop doctor', () => {
  test('lists every check, changes nothing, and exits with 0 when nothing refuses', async () => {
    const before = await shop({}, 'doctor')
    expect(before).toMatchObject({ code: 0, out: expect.stringContaining('npm start makes it') as string })
    expect(statSync(path.join(data, 'shop.db'), { throwIfNoEntry: false })).toBeUndefined()
    await shop({}, 'migrate')
    const { out, code } = await shop(
      { ORIGIN: 'https://shop.example', ALLOW_DEMO_COMPANY: '1', ALLOW_MAIL_FILES: '1' },
      'doctor',
    )
    expect(code).toBe(0)
    for (const line of [
      /^ok +mode +Production, because ORIGIN is https/m,
      /^warning +mail .*ALLOW_MAIL_FILES=1/m,
      /^warning +proxy +TRUST_PROXY_HOPS is 0/m,
      /^warning +demo-company/m,
      /^ok +database .*newest schema/m,
      /^ok +files/m,
      /^ok +cdn/m,
      /0 that refuse\.$/m,
    ])
      expect(out).toMatch(line)
  })

  test('asks the mail server whether it takes the login', async () => {
    const closed = `smtp://user:secret@127.0.0.1:${await freePort()}`
    const { out, code } = await shop({ SMTP_URL: closed }, 'doctor')
    expect([code, out]).toEqual([0, expect.stringMatching(/^warning +mail-server .*mails wait: .*ECONNREFUSED/m)])
    expect(out).not.toContain('secret')
  })

  test('rejects an invalid setting and an unknown argument', async () => {
    expect(await shop({ PORT: 'x' }, 'doctor')).toMatchObject({
      code: 1,
      err: expect.stringContaining('PORT must be') as string,
    })
    expect(await shop({}, 'doctor', '--fix')).toMatchObject({ code: 2 })
  })

  test('warns when other users of the machine can read customer data', async () => {
    await shop({}, 'migrate')
    expect(statSync(path.join(data, 'shop.db')).mode & 0o777).toBe(0o600)
    mkdirSync(path.join(data, 'mail'))
    writeFileSync(path.join(data, 'mail', 'order.eml'), '', { mode: 0o644 })
    expect((await shop({}, 'doctor')).out).toMatch(/^warning +files .*order\.eml/m)
  })
})

test('a command says which database it uses when none is set', async () => {
  const said = await ownProcess('order', 'list')
  expect(said).toContain(
    `Database: ${path.join(data, '.data', 'shop.db')}, a new one (neither SHOP_DATA nor DATABASE_URL is set).`,
  )
  expect(said).toContain('Links begin with http://127.0.0.1:4321 (ORIGIN is not set).')
  expect((await shop({ ORIGIN: 'http://127.0.0.1:5160' }, 'order', 'list')).err).toBe('')
})
