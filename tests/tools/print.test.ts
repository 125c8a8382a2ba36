import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { newId } from '../../src/server/platform/ids.ts'
import { printable, printableJson, printableLine } from '../../src/server/platform/printable.ts'
import { print, printError, printJson } from '../../src/tools/print.ts'
import { listFiles } from '../support/source-files.ts'
import { shopCommands } from './shop-commands.ts'

const evil = '\u001b]0;owned\u0007\u009b2J\u202eevil\r\nforged'
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

test.each<[string, string, string]>([
  ['a\u001b[31mb', 'a\ufffd[31mb', 'a [31mb'],
  ['tab\tand\nline', 'tab\tand\nline', 'tab and line'],
  ['\u009b1m', '\ufffd1m', '1m'],
  ['a\r\nb', 'a\nb', 'a b'],
  ['a\rb', 'a\ufffdb', 'a b'],
  ['x\u202ey', 'x\ufffdy', 'x y'],
  ['åäö – 👩‍🔧 é', 'åäö – 👩‍🔧 é', 'åäö – 👩‍🔧 é'],
  ['two  spaces', 'two  spaces', 'two  spaces'],
])('%j is shown as %j, on one line as %j', (text, shown, line) =>
  expect([printable(text), printableLine(text)]).toEqual([shown, line]),
)

test('JSON keeps its value', () => {
  const json = printableJson(JSON.stringify({ evil }))
  expect(json).not.toMatch(obeyed)
  expect(JSON.parse(json)).toEqual({ evil })
})

test('everything a command prints is printable', () => {
  const printed: string[] = []
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((line) => {
      printed.push(String(line))
    })
  print(evil)
  printError(evil)
  printJson({ evil })
  expect(printed).toHaveLength(3)
  expect(printed.join('')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
})

test('commands print in no other way', () => {
  const steps = /src\/tools\/(?:check|steps|test|browser-step|dev-step|vitest-step)\.ts$/
  const others = /src\/tools\/(?:start|dev|build|print|prune-packages)\.ts$/
  const files = listFiles('src/tools', ['.ts']).filter((file) => !steps.test(file) && !others.test(file))
  const printsItself = (file: string): boolean =>
    /console\.(log|error|info|warn)\(|process\.stdout\.write/.test(readFileSync(file, 'utf8'))
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter(printsItself)).toEqual([])
})

test('a name or message with escape sequences does not reach the terminal', async () => {
  await using commands = await shopCommands()
  const now = new Date().toISOString()
  const customer = {
    id: newId(),
    email: 'evil@example.se',
    name: evil,
    phone: '',
    language: 'sv' as const,
    country: 'SE',
    currency_id: 1,
    password_hash: null,
    mail_consent: 0 as const,
    verified_at: now,
    created_at: now,
  }
  await commands.shop.db.insertInto('customers').values(customer).execute()
  for (const options of [[], ['--json']]) {
    const { out } = await commands.run('user', 'list', ...options)
    expect(out).toContain('evil@example.se')
    expect(out).not.toMatch(obeyed)
    expect(out.split('\n').filter((line) => line.startsWith('forged'))).toEqual([])
  }
})
