import { describe, expect, test } from 'vitest'
import { redeemLink } from '../../src/server/identity/login/redeem-link.ts'
import { openSession } from '../../src/server/identity/sessions/open-session.ts'
import { parseEnv } from '../../src/server/platform/env.ts'
import { ShopSettings } from '../../src/server/platform/settings/shop-settings.ts'
import { UserError } from '../../src/tools/commands/user/arguments.ts'
import { userCommands } from '../../src/tools/commands/user/commands.ts'
import { freshDatabase, type TestDatabase } from '../support/test-database.ts'

/** A command as typed, with its parsed answer. */
async function user({ db }: TestDatabase, line: string): Promise<unknown> {
  const [name = '', ...args] = line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []
  const lines = await userCommands[name]?.(
    {
      db,
      env: parseEnv({ ORIGIN: 'https://shop.example' }),
      now: () => new Date(),
      settings: await ShopSettings.open(db),
    },
    [...args, '--json'],
  )
  return JSON.parse(lines?.join('') ?? '')
}

describe('shop user', () => {
  test('creates an account with a link that works once', async () => {
    await using open = await freshDatabase()
    const made = (await user(open, 'create Eva@Example.se --name "Eva Ek" --lang en --currency NOK --country NO')) as {
      link: string
      email: string
    }
    expect(made).toMatchObject({
      email: 'eva@example.se',
      minutes: 10,
      link: expect.stringMatching(/^https:\/\/shop\.example\/en\/login\?token=[\w-]{32}$/),
    })
    expect(
      await open.db
        .selectFrom('customers')
        .select(['language', 'country', 'currency_id', 'password_hash'])
        .executeTakeFirst(),
    ).toEqual({ language: 'en', country: 'NO', currency_id: 2, password_hash: null })
    const token = new URL(made.link).searchParams.get('token') ?? ''
    const shop = { db: open.db, now: () => new Date() }
    expect(await redeemLink(shop, token, { isAsking: () => false, sessionId: undefined })).toMatchObject({
      purpose: 'reset',
    })
    expect(await redeemLink(shop, token, { isAsking: () => false, sessionId: undefined })).toBeNull()
    await expect(user(open, 'create eva@example.se --name Eva')).rejects.toThrow(UserError)
  })

  test('signs a customer out everywhere', async () => {
    await using open = await freshDatabase()
    const { id } = (await user(open, 'create eva@example.se --name Eva')) as { id: string }
    await openSession(
      { db: open.db, now: () => new Date() },
      { holder: { customerId: id }, method: 'password', userAgent: '' },
    )
    await user(open, 'reset eva@example.se')
    expect(await open.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('sets scopes, discounts and organization, and lists them', async () => {
    await using open = await freshDatabase()
    await user(open, 'create eva@example.se --name Eva')
    expect(await user(open, 'scopes eva@example.se customer quotes:write customer')).toEqual({
      email: 'eva@example.se',
      scopes: ['customer', 'quotes:write'],
    })
    expect(await user(open, 'discounts eva@example.se power=12 tools=5')).toMatchObject({
      discounts: { power: 12, tools: 5 },
    })
    expect(await user(open, 'discounts eva@example.se power=10')).toMatchObject({ discounts: { power: 10 } })
    expect(await open.db.selectFrom('personal_discounts').select(['discount_category', 'percent']).execute()).toEqual([
      { discount_category: 'power', percent: 10 },
    ])
    await user(open, 'organization eva@example.se 559999-0001 --name "Ek AB" --role admin')
    expect(await user(open, 'list')).toMatchObject([
      { email: 'eva@example.se', scopes: ['customer', 'quotes:write'], organization: 'Ek AB', role: 'admin' },
    ])
    await user(open, 'organization eva@example.se 559999-0001')
    expect(await user(open, 'list')).toMatchObject([{ role: 'buyer' }])
    await user(open, 'organization eva@example.se --leave')
    expect(await user(open, 'list')).toMatchObject([{ role: null }])
  })

  test.each([
    'create nobody --name X',
    'create a@example.se',
    'create a@example.se --name X --lang fi',
    'create a@example.se --name X --country XX',
    'reset nobody@example.se',
    'scopes eva@example.se UPPER',
    'discounts eva@example.se power',
    'discounts eva@example.se power=101',
    'organization eva@example.se',
    'organization eva@example.se 1',
    'organization eva@example.se 1 --role owner --name X',
  ])('rejects "%s" with a message', async (line) => {
    await using open = await freshDatabase()
    await user(open, 'create eva@example.se --name Eva')
    await expect(user(open, line)).rejects.toThrow(UserError)
  })
})
