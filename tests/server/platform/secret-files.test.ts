import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadEnv } from '../../../src/server/platform/env.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'delverk-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Names a file with this content by a variable. */
function given(variable: string, content: string | Buffer): string {
  const file = path.join(folder, variable)
  writeFileSync(file, content)
  vi.stubEnv(variable, file)
  return file
}

function fault(): string {
  try {
    loadEnv()
    return ''
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : ''
  }
}

test('secrets are read from the files that variables name, without the line break at their end', () => {
  vi.stubEnv('DATABASE_URL', '')
  given('DATABASE_URL_FILE', 'postgres://shop:p%20w@db.example/shop\n')
  given('SMTP_URL_FILE', 'smtps://u:p@mail.example:465\r\n')
  given('STRIPE_SECRET_KEY_FILE', 'sk_live_1')
  given('STRIPE_WEBHOOK_SECRET_FILE', 'whsec_1\n')
  given('FEED_ACME_FILE', ' two  words \n')
  vi.stubEnv('PURGE_TOKEN_FILE', ' ')
  const env = loadEnv()
  expect(env).toMatchObject({
    DATABASE_URL: 'postgres://shop:p%20w@db.example/shop',
    SMTP_URL: 'smtps://u:p@mail.example:465',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  })
  expect(env.feedSecrets['FEED_ACME']).toBe(' two  words ')
  expect(env.PURGE_TOKEN).toBeUndefined()
})

test('a secret that is given twice, is empty, too long or cannot be read is named, and never shown', () => {
  const file = given('SMTP_URL_FILE', 'smtp://u:hidden@mail.example')
  vi.stubEnv('SMTP_URL', 'smtp://u:other@mail.example')
  expect(fault()).toBe('BootError: SMTP_URL and SMTP_URL_FILE are both set: remove one of them.')
  vi.stubEnv('SMTP_URL', '')
  expect(fault()).toBe('')
  writeFileSync(file, '\n')
  expect(fault()).toBe(`BootError: The file ${file} of SMTP_URL_FILE is empty.`)
  writeFileSync(file, Buffer.alloc(65 * 1024, 'x'))
  expect(fault()).toContain('is too long for a secret')
  vi.stubEnv('SMTP_URL_FILE', path.join(folder, 'missing'))
  expect(fault()).toMatch(/SMTP_URL_FILE cannot be read \(ENOENT\)/)
  vi.stubEnv('SMTP_URL_FILE', folder)
  expect(fault()).toMatch(/SMTP_URL_FILE cannot be read \(EISDIR\)/)
  vi.stubEnv('SMTP_URL_FILE', '/dev/zero')
  expect(fault()).toContain('is too long for a secret')
  given('SMTP_URL_FILE', 'hidden-and-wrong')
  expect(fault()).toMatch(/^EnvError: SMTP_URL must be/)
  expect(fault()).not.toContain('hidden')
})
