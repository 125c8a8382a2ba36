import { writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { ecbFile, FakeEcb } from '../support/fake-ecb.ts'
import { shopCommands } from './shop-commands.ts'

const perEuro = { USD: 1.16, GBP: 0.88, NOK: 11.72, DKK: 7.46, SEK: 11.02 }

test('rates are set by hand, from the file of the bank or from the bank, and listed with their age', async () => {
  await using bank = await FakeEcb.start()
  await using commands = await shopCommands()
  const { run, json, file } = commands
  bank.answer.text = ecbFile({ ...perEuro, SEK: 11.1 })
  vi.stubEnv('RATES_URL', bank.env.RATES_URL)
  expect((await run('rates', 'set', 'eur', '11,25', 'USD', '9.48')).out).toContain('1 EUR costs 11.25 SEK instead of')
  expect(await json('rates', 'list')).toContainEqual({
    currency: 'EUR',
    basePerUnit: 11.25,
    since: expect.any(String) as string,
    days: 0,
  })
  writeFileSync(file('rates.xml'), ecbFile(perEuro))
  expect((await run('rates', 'import', file('rates.xml'))).out).toContain('Reference rates of 2026-11-20:')
  expect((await run('rates', 'update')).out).toContain('1 EUR costs 11.1 SEK instead of 11.02.')
  expect(await json('rates', 'history', 'EUR', '--limit', '3')).toMatchObject([
    { basePerUnit: 11.1 },
    { basePerUnit: 11.02 },
    { basePerUnit: 11.25 },
  ])
  bank.answer.status = 500
  expect(await run('rates', 'update')).toMatchObject({ code: 1, err: expect.stringContaining('answers 500') as string })
})

test('wrong rates are refused with the reason', async () => {
  await using commands = await shopCommands()
  for (const [args, code, reason] of [
    [['set', 'EUR'], 2, 'a currency and its price'],
    [['set'], 2, 'a currency and its price'],
    [['set', 'XYZ', '1'], 2, '"XYZ" is not one of'],
    [['set', 'SEK', '1'], 2, '"SEK" is not one of'],
    [['set', 'EUR', '1.2.3'], 2, 'is not a price'],
    [['set', 'EUR', '1e3'], 2, 'is not a price'],
    [['set', 'EUR', '20'], 1, 'more than 10% apart'],
    [['set', 'EUR', '11', '--max-change', 'x'], 2, '--max-change must be'],
    [['import', 'nothing.xml'], 2, 'There is no file'],
    [['import'], 2, 'Name one file'],
    [['history', 'EUR', '--limit', '0'], 2, '--limit must be'],
  ] as const) {
    const ran = await commands.run('rates', ...args)
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(reason)])
  }
  expect((await commands.run('rates', 'set', 'EUR', '20', '--max-change', '90')).code).toBe(0)
})
