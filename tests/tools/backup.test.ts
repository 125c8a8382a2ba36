import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { newDataFolder } from '../support/database-copy.ts'
import { shopCommands } from './shop-commands.ts'

test('an operator makes, lists, checks and restores a backup', async () => {
  await using commands = await shopCommands()
  const { run, json, shop } = commands
  expect((await run('backup', 'list')).out).toContain('There is no backup in')
  expect((await run('backup', 'verify')).code).toBe(1)
  mkdirSync(commands.file('pictures'), { recursive: true })
  writeFileSync(commands.file('pictures/own.svg'), '<svg/>')
  const made = await run('backup')
  expect([made.code, made.err]).toEqual([0, ''])
  expect(made.out).toMatch(
    /shop-[\dTZ-]+\.tar\.zst: \d+ rows of \d+ tables and \d+ files?, [\d.]+ [kM]B, in [\d.]+ s\./,
  )
  const [name = ''] = readdirSync(commands.file('backups'))
  const file = commands.file(`backups/${name}`)
  expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
  expect((await run('backup', 'list')).out).toContain(name)
  expect((await run('backup', 'verify')).out).toContain('is whole: made')
  expect(await json('backup', 'verify', file)).toMatchObject({ kind: shop.kind, version: expect.any(String) })

  expect(await run('restore', file)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/There is a shop in .*--yes/),
  })
  expect(await run('restore', file, '--yes')).toMatchObject({ code: 1, err: expect.stringContaining('is in use') })
  expect((await run('restore')).code).toBe(2)
  expect((await run('restore', `${file}.none`)).err).toContain('There is no backup')
  expect((await run('backup', 'restore')).code).toBe(2)
})

test('a shop that is replaced is kept aside, with its files', async () => {
  await using commands = await shopCommands()
  const { run } = commands
  mkdirSync(commands.file('profiles'))
  writeFileSync(commands.file('profiles/old.json'), '{}')
  const [, file = ''] = /^(.*?): \d/.exec((await run('backup')).out) ?? []
  const other = newDataFolder()
  vi.stubEnv('SHOP_DATA', other)
  expect((await run('restore', file)).code).toBe(0)
  expect(existsSync(path.join(other, 'profiles', 'old.json'))).toBe(true)
  writeFileSync(path.join(other, 'profiles', 'new.json'), '{}')
  const again = await run('restore', file, '--yes')
  expect(again.out).toMatch(/The database that was here is kept as .*before-restore-.*shop\.db\./)
  const kept = readdirSync(other).find((name) => name.startsWith('before-restore')) ?? ''
  expect(readdirSync(path.join(other, kept)).sort()).toEqual(expect.arrayContaining(['profiles', 'shop.db']))
  expect(existsSync(path.join(other, 'profiles', 'new.json'))).toBe(false)
  expect((await run('version')).out).toMatch(/Version \d+\.\d+\.\d+, Node .*, schema .*\n.*has schema/)
  expect((await run('doctor')).out).toMatch(/backup +There is no backup|backup .* hours old/)
})

test('a new key encrypts and reads backups, and is never printed again', async () => {
  await using commands = await shopCommands()
  const { run } = commands
  const key = (await run('backup', 'new-key')).out.trim()
  const keyFile = commands.file('.key')
  writeFileSync(keyFile, key)
  vi.stubEnv('BACKUP_KEY_FILE', keyFile)
  const made = await run('backup')
  expect(made.out).toContain('.tar.zst.enc')
  const checked = await run('backup', 'verify')
  expect(checked.out).toContain('is whole')
  vi.stubEnv('BACKUP_KEY_FILE', '')
  const without = await run('backup', 'verify')
  expect(without).toMatchObject({ code: 1, err: expect.stringContaining('set BACKUP_KEY') })
  expect((await run('backup', 'verify', '--key-file', keyFile)).code).toBe(0)
  writeFileSync(keyFile, 'short')
  const wrong = await run('backup', 'verify', '--key-file', keyFile)
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('must be 32 random bytes') })
  for (const { out, err } of [made, checked, without, wrong]) expect(out + err).not.toContain(key)
})
