import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shopCommands } from '../../../tools/shop-commands.ts'

test('an operator sets several settings at once, sees them and their history', async () => {
  await using commands = await shopCommands()
  const { run, json, shop } = commands
  const numbers = ['company.organizationNumber', '556016-0680', 'company.vatNumber', 'SE556016068001']
  const { code, out } = await run('settings', 'set', ...numbers, '--by', 'eva')
  expect([code, out]).toEqual([0, expect.stringContaining('company.organizationNumber is 556016-0680; it was 559999-')])
  expect(await json('settings', 'get', 'company.vatNumber')).toBe('SE556016068001')
  expect((await run('settings', 'get', 'company.name')).out).toBe('Delverk AB\n')
  expect((await run('settings', 'list', 'locales.sv')).out).toMatch(/locales\.sv\.storeID +11 +default/)
  expect(await json('settings', 'history', 'company.vatNumber')).toMatchObject([
    { by: 'operator:eva', name: 'company.vatNumber', before: 'SE559999460401', after: 'SE556016068001' },
    { by: 'demo', name: 'company' },
  ])
  await shop.settings.refresh()
  expect(shop.settings.seller('sv').organizationNumber).toBe('556016-0680')
})

test('lists and numbers are given as JSON, and unset brings back the default', async () => {
  await using commands = await shopCommands()
  const { run, json } = commands
  const address = ['Storgatan 1', '111 22 Stockholm']
  expect((await run('settings', 'set', 'company.contact.sv.address', JSON.stringify(address))).code).toBe(0)
  expect(await json('settings', 'get', 'company.contact.sv.address')).toEqual(address)
  expect((await run('settings', 'set', 'locales.sv.storeID', '21', 'locales.sv.allowExVAT', 'false')).code).toBe(0)
  expect(await json('settings', 'get', 'locales.sv')).toMatchObject({ storeID: 21, allowExVAT: false })
  expect((await run('settings', 'unset', 'locales.sv.storeID')).out).toContain('locales.sv.storeID is 11; it was 21.')
})

test('wrong settings are refused with the name and the reason, and the old ones stay', async () => {
  await using commands = await shopCommands()
  const { run, json } = commands
  const before = await json('settings', 'export')
  for (const [args, expected, reason] of [
    [['set', 'company.iban', 'SE00'], 1, 'company.iban must be an IBAN'],
    [['set', 'company.phone', '+46 8 123 456 78', 'company.bic', 'x'], 1, 'company.bic must be a BIC'],
    [['set', 'company.vatNumber', 'SE556016068001'], 1, 'must contain company.organizationNumber'],
    [['set', 'company.nmae', 'A'], 1, 'company.nmae is not a setting'],
    [['set', '__proto__.name', 'A'], 1, '__proto__.name is not a setting'],
    [['set', 'company.name.constructor', 'A'], 1, 'is not a setting'],
    [['set', 'company', '{"name":"A","colour":"red"}'], 1, 'company.colour is not a setting'],
    [['set', 'locales.sv.storeID', 'eleven'], 2, 'must be JSON, such as 11'],
    [['set', 'company.name'], 2, 'Name a setting and its value'],
    [['get', 'secrets'], 1, 'secrets is not a setting'],
    [['history', 'x'], 1, 'x is not a setting'],
    [['import', '/nowhere/settings.json'], 2, 'cannot be read'],
    [['history', '--limit', '0'], 2, 'from 1 to 1000'],
  ] as const) {
    const { code, err } = await run('settings', ...args)
    expect([args, code, err]).toEqual([args, expected, expect.stringContaining(reason)])
  }
  expect(await json('settings', 'export')).toEqual(before)
  expect(await json('settings', 'history')).toHaveLength(3)
})

test('an export is imported as it was, a dry run changes nothing, and a wrong file is refused whole', async () => {
  await using commands = await shopCommands()
  const { run, json, file } = commands
  const name = file('settings.json')
  expect((await run('settings', 'export', name)).code).toBe(0)
  expect((await run('settings', 'export', name)).err).toContain('cannot be written')
  const all = (await json('settings', 'export')) as Record<string, Record<string, unknown>>
  await run('settings', 'set', 'company.phone', '+46 8 123 456 78', 'brand.slogan.sv', 'Delar')
  expect((await run('settings', 'import', name, '--dry-run')).out).toContain('company.phone would be +46 31 390 06 10')
  expect(await json('settings', 'get', 'company.phone')).toBe('+46 8 123 456 78')
  expect((await run('settings', 'import', name)).code).toBe(0)
  expect(await json('settings', 'export')).toEqual(all)
  expect((await run('settings', 'import', name)).out).toContain('Nothing has changed.')
  writeFileSync(name, JSON.stringify({ ...all, company: { ...all['company'], phone: '12345', bankgiro: '1' } }))
  const { code, err } = await run('settings', 'import', name)
  expect([code, err]).toEqual([1, expect.stringContaining('company.bankgiro must be a bankgiro number')])
  writeFileSync(name, '{"company":')
  expect((await run('settings', 'import', name)).err).toContain('is not JSON')
  writeFileSync(name, '{"company":null,"shop":{}}')
  expect((await run('settings', 'import', name)).err).toContain('shop is not a setting')
  expect(await json('settings', 'export')).toEqual(all)
})

test('settings that keep the shop from starting are shown and repaired', async () => {
  await using commands = await shopCommands()
  const { run, json, shop } = commands
  const value = '{"name":"Ek AB","iban":"SE00","old":1}'
  await shop.db.updateTable('shop_settings').set({ value }).where('name', '=', 'company').execute()
  const { out, err } = await run('settings', 'list', 'company')
  expect([out, err]).toEqual([expect.stringContaining('SE00'), expect.stringContaining('company.old is not a setting')])
  expect((await run('settings', 'set', 'company', '{"name":"Ek AB"}')).code).toBe(0)
  expect(await json('settings', 'get', 'company')).toMatchObject({ name: 'Ek AB', iban: '' })
})
