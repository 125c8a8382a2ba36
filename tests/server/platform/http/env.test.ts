import { describe, expect, test } from 'vitest'
import { EnvError, parseEnv } from '../../../../src/server/platform/env.ts'

describe('settings', () => {
  test('without settings the shop runs on this machine', () => {
    expect(parseEnv({})).toMatchObject({
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: 4321,
      ORIGIN: 'http://127.0.0.1:4321',
      SHOP_DATA: '.data',
      TRUST_PROXY_HOPS: 0,
      CDN: false,
      SANDBOX_PAYMENTS: true,
      LOG_LEVEL: 'info',
    })
  })

  test('an empty value counts as unset', () =>
    expect(parseEnv({ PORT: '', ORIGIN: ' ' })).toMatchObject({ PORT: 4321, ORIGIN: 'http://127.0.0.1:4321' }))
  test('the origin has no trailing slash', () =>
    expect(parseEnv({ ORIGIN: 'https://shop.example/' }).ORIGIN).toBe('https://shop.example'))
  test('an IPv6 host is written in brackets', () =>
    expect(parseEnv({ HOST: '::1', PORT: '80' }).ORIGIN).toBe('http://[::1]:80'))

  test.each([
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', SANDBOX_PAYMENTS: '1' }, true],
    [{ SANDBOX_PAYMENTS: '0' }, false],
    [{ ORIGIN: 'https://shop.example' }, false],
    [{ NODE_ENV: 'development', ORIGIN: 'https://shop.example' }, false],
  ])('%j offers the sandbox payment: %s', (source, isOffered) =>
    expect(parseEnv(source).SANDBOX_PAYMENTS).toBe(isOffered),
  )

  test.each([
    [{}, 'syntax'],
    [{ NODE_ENV: 'production' }, 'vies'],
    [{ NODE_ENV: 'production', VAT_CHECK: 'syntax' }, 'syntax'],
    [{ VAT_CHECK: 'vies' }, 'vies'],
    [{ ORIGIN: 'https://shop.example' }, 'vies'],
  ])('%j has VAT numbers checked by %s', (source, checker) => expect(parseEnv(source).VAT_CHECK).toBe(checker))

  test.each([
    [{}, false, true],
    [{ NODE_ENV: 'production' }, true, true],
    [{ ORIGIN: 'https://shop.example' }, true, false],
    [{ HOST: '0.0.0.0' }, false, false],
    [{ HOST: '::1' }, false, true],
    [{ HOST: 'localhost', ORIGIN: 'http://shop.localhost:80' }, false, true],
    [{ ORIGIN: 'http://127.0.0.1.shop.example' }, false, false],
  ])('%j is production: %s, reached from this machine alone: %s', (source, isProduction, isLoopback) =>
    expect(parseEnv(source)).toMatchObject({ isProduction, isLoopback }),
  )

  test.each([
    [
      { PORT: 'abc' },
      'PORT must be a whole number from 0 to 65535: set it in the environment or in .env (see .env.example).',
    ],
    [{ PORT: '70000' }, 'PORT must be at most 65535'],
    [{ PORT: '1.5' }, 'PORT must be a whole number'],
    [{ ORIGIN: 'shop.example' }, 'ORIGIN must be an address such as https://shop.example'],
    [
      { ORIGIN: 'https://shop.example/en' },
      'ORIGIN must be scheme, host and port alone: set it to https://shop.example.',
    ],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address such as postgres://'],
    [{ TRUST_PROXY_HOPS: '-1' }, 'TRUST_PROXY_HOPS must be at least 0'],
    [{ SANDBOX_PAYMENTS: 'yes' }, 'SANDBOX_PAYMENTS must be 0 or 1'],
    [{ VAT_CHECK: 'no' }, 'VAT_CHECK must be vies or syntax'],
    [{ VIES_URL: 'ec.europa.eu' }, 'VIES_URL must be an address such as https://ec.europa.eu/'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an address such as smtps://'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is missing'],
    [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY must be a secret key of Stripe'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be silent, fatal'],
    [{ TAG_SCRIPT_URL: 'tags.example/a.js' }, 'TAG_SCRIPT_URL must be an address such as https://tags.example/'],
    [{ TAG_ORIGINS: "https://a.example 'unsafe-inline'" }, 'TAG_ORIGINS must be origins with spaces between them'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, production or test'],
  ])('%j stops the boot with a message', (source, sentence) => {
    expect(() => parseEnv(source)).toThrow(EnvError)
    expect(() => parseEnv(source)).toThrow(sentence)
  })

  test('a secret is never in the message', () => {
    expect(() => parseEnv({ STRIPE_SECRET_KEY: 'hush' })).toThrow(expect.not.stringContaining('hush'))
  })
})
