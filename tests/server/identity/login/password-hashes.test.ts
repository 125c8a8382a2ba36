import { expect, test } from 'vitest'
import { createShop } from '../../../../src/server/create-shop.ts'
import { PasswordHasher } from '../../../../src/server/identity/login/password-hasher.ts'
import { parseEnv } from '../../../../src/server/platform/env.ts'
import { copyDatabase } from '../../../support/test-database.ts'
import { freshShop } from '../../../support/test-shop.ts'
import { addCustomer, password, tokensOf } from '../shopper.ts'

const usual = '$argon2id$v=19$m=19456,t=2,p=1$'

test('a shop hashes passwords with argon2id in 19 MiB and two passes', async () => {
  const { env, drop } = await copyDatabase()
  const shop = await createShop(parseEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env }))
  try {
    const hash = await shop.passwords.hash(password)
    expect(hash.startsWith(usual)).toBe(true)
    expect(await shop.passwords.matches(password, hash)).toBe(true)
    expect(await shop.passwords.matches(`${password}!`, hash)).toBe(false)
  } finally {
    await shop.close()
    await drop()
  }
})

test('a login hashes a password anew when its hash has another cost', async () => {
  await using shop = await freshShop({ seeded: true, passwords: new PasswordHasher() })
  const email = await addCustomer(shop, { id: 'anna' })
  const hashOfAnna = () =>
    shop.db.selectFrom('customers').select('password_hash').where('id', '=', 'anna').executeTakeFirstOrThrow()
  expect((await hashOfAnna()).password_hash?.startsWith(usual)).toBe(false)
  await tokensOf(shop, email)
  const { password_hash: renewed } = await hashOfAnna()
  expect(renewed?.startsWith(usual)).toBe(true)
  await tokensOf(shop, email)
  expect((await hashOfAnna()).password_hash).toBe(renewed)
})
