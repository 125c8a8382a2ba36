import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseProfile } from '../../src/server/catalog/import/profile/profile.ts'
import { drawingKinds } from '../../src/tools/demo/drawings/drawing.ts'
import { chooseProfile, loadProfiles } from '../../src/tools/import/choose-profile.ts'
import { importFiles } from '../../src/tools/import/import-files.ts'
import { readArguments } from '../../src/tools/import/read-arguments.ts'
import { copyDatabase } from '../support/test-database.ts'
import { runCommand, withOutput } from './shop-commands.ts'

const shopCommand = fileURLToPath(new URL('../../src/tools/shop.ts', import.meta.url))
const feeds = fileURLToPath(new URL('../fixtures/feeds/', import.meta.url))
let data = ''

beforeEach(async () => {
  data = (await copyDatabase()).env.SHOP_DATA
  vi.stubEnv('SHOP_DATA', data)
  vi.stubEnv('DATABASE_URL', '')
})
afterEach(() => rmSync(data, { recursive: true }))

function shop(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, SHOP_DATA: data, DATABASE_URL: '' }
    execFile(process.execPath, [shopCommand, ...args], { env, cwd: data }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}

/** What the import command does in its thread, here; where its arguments are wrong, nothing. */
function importHere(...args: string[]): ReturnType<typeof withOutput> {
  const wanted = readArguments(args)
  if (wanted === undefined || typeof wanted === 'string')
    return Promise.resolve({ code: 2, out: '', err: wanted ?? '' })
  return withOutput(() => importFiles(wanted))
}

test('the shop command lists its commands and rejects others', async () => {
  expect(await shop('--help')).toMatchObject({ code: 0, out: expect.stringContaining('import') as string })
  expect(await shop('improt')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no command "improt".') as string,
  })
  expect((await runCommand('import')).err).toContain('Name at least one feed file')
  expect((await runCommand('import', 'fans.csv', '--frofile', 'x')).code).toBe(2)
})

test('import prints and writes a report, and a second run changes nothing', async () => {
  const profile = path.join(feeds, 'fans.profile.json')
  const args = [
    path.join(feeds, 'fans.csv'),
    path.join(feeds, 'fans-hostile.csv'),
    '--profile',
    profile,
    '--max-rejected',
    '100%',
  ]
  const first = await shop('import', ...args, '--report', path.join(data, 'report.csv'))
  expect(first).toMatchObject({ code: 3 })
  expect(first.out).toContain('fans.csv: 3 created, 0 changed, 0 unchanged, 0 rejected')
  expect(first.out).toContain('All 2 files: 22 rows, 8 created')
  const report = readFileSync(path.join(data, 'report.csv'), 'utf8')
  expect(report).toContain('"fans-hostile.csv","3","name","The name begins with ""="", like a formula."')
  const second = await importHere(...args)
  expect(second.out).toContain('All 2 files: 22 rows, 0 created, 0 changed, 8 unchanged, 14 rejected')
  expect(readdirSync(path.join(data, 'reports'))).toHaveLength(1)
})

test('a rejected file exits with 1 and the others are imported', async () => {
  const profile = path.join(feeds, 'fans.profile.json')
  const done = await importHere(
    path.join(feeds, 'fans-missing.csv'),
    path.join(feeds, 'fans.csv'),
    '--profile',
    profile,
  )
  expect(done.code).toBe(1)
  expect(done.out).toContain('fans-missing.csv: refused. The feed has no column')
  expect(done.out).toContain('fans.csv: 3 created')
})

test('a file with too many rejected rows is rejected before anything is written, in a dry run too', async () => {
  const hostile = [path.join(feeds, 'fans-hostile.csv'), '--profile', path.join(feeds, 'fans.profile.json')]
  for (const given of [[], ['--dry-run'], ['--max-rejected', '10'], ['--max-rejected', '50%']]) {
    const refused = await importHere(...hostile, ...given)
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /refused\. 11 of 19 rows cannot become products, and at most (10%|10|50%) may be rejected/,
      ) as string,
    })
    expect(refused.out).toContain('row 3, name: The name begins with')
  }
  for (const wrong of ['ten', '101%', '-1', '1.5', ''])
    expect((await importHere(...hostile, '--max-rejected', wrong)).code).toBe(2)
  expect(await importHere(...hostile, '--max-rejected', '11', '--dry-run')).toMatchObject({
    code: 3,
    out: expect.stringContaining('5 created') as string,
  })
  expect(await importHere(...hostile, '--max-rejected', '11')).toMatchObject({
    code: 3,
    out: expect.stringContaining('5 created') as string,
  })
})

test('a file without rejected rows exits with 0', async () => {
  expect(
    await importHere(path.join(feeds, 'fans.csv'), '--profile', path.join(feeds, 'fans.profile.json')),
  ).toMatchObject({ code: 0 })
})

test('every profile of the shop is valid, and its drawing exists', async () => {
  const profiles = await loadProfiles(data)
  expect(profiles.size).toBeGreaterThanOrEqual(18)
  const pictures = [...profiles.values()].flatMap((profile) => ('picture' in profile ? [profile.picture] : []))
  expect(pictures.length).toBeGreaterThanOrEqual(18)
  for (const picture of pictures) if (picture && 'drawing' in picture) expect(drawingKinds).toContain(picture.drawing)
})

test('a profile of the shop with the name of a built-in one replaces it, and is named', async () => {
  const folder = path.join(data, 'replacing')
  mkdirSync(path.join(folder, 'profiles'), { recursive: true })
  const own = JSON.parse(readFileSync(path.join(feeds, 'fans.profile.json'), 'utf8')) as object
  writeFileSync(path.join(folder, 'profiles', 'own.json'), JSON.stringify({ ...own, name: 'cpu' }))
  const replaced: string[] = []
  const profiles = await loadProfiles(folder, (names) => replaced.push(...names))
  expect(replaced).toEqual(['cpu'])
  expect(profiles.get('cpu')?.match).not.toEqual((await loadProfiles(data)).get('cpu')?.match)
})

test('a profile is chosen by the file name or by its own name', async () => {
  const profiles = await loadProfiles(data)
  expect((await chooseProfile(profiles, '/feeds/CPU.csv', undefined)).name).toBe('cpu')
  expect((await chooseProfile(profiles, '/feeds/any.csv', 'memory')).name).toBe('memory')
  await expect(chooseProfile(profiles, 'any.csv', undefined)).rejects.toThrow('No profile fits the file name any.csv')
  await expect(chooseProfile(profiles, 'any.csv', 'nothing')).rejects.toThrow('There is no profile "nothing".')
  writeFileSync(path.join(data, 'broken.json'), '{"name": ')
  await expect(chooseProfile(profiles, 'any.csv', path.join(data, 'broken.json'))).rejects.toThrow(
    'The profile broken.json is not valid JSON',
  )
})

test.each([
  [{ price: { column: 'p', currency: 'XXX', vat: 'inc' } }, 'price.currency must be one of "SEK", "NOK"'],
  [{ id: undefined }, 'id is missing'],
  [{ colour: 'red' }, 'the profile has no setting "colour"'],
  [{ name: 'My Profile' }, 'name must be small letters, digits and hyphens'],
  [
    { attributes: [{ id: 'a', column: 'x', en: 'X', sv: 'X', kind: 'colour' }] },
    'attributes.0.kind must be one of "text"',
  ],
  [{ numbers: { decimal: ',', thousands: ',' } }, 'numbers must have different marks'],
  [{ category: { en: ['A', 'B'], sv: ['A'] } }, 'category must have as many names in English as in Swedish'],
])('a profile with %j is rejected with a message', (change, sentence) => {
  const profile = JSON.parse(readFileSync(path.join(feeds, 'fans.profile.json'), 'utf8')) as Record<string, unknown>
  expect(() => parseProfile({ ...profile, ...change }, 'mine.json')).toThrow(sentence)
})

test('a feed of prices and stock lists what it would change, and the feed without a product hides it', async () => {
  const folder = path.join(data, 'profiles')
  mkdirSync(folder)
  const whole = JSON.parse(readFileSync(path.join(feeds, 'fans.profile.json'), 'utf8')) as object
  writeFileSync(path.join(folder, 'fans.json'), JSON.stringify({ ...whole, missing: 'hide' }))
  const price = { column: 'price', currency: 'SEK', vat: 'inc' }
  const update = { name: 'fan-stock', match: ['stock*.csv'], update: { sku: 'article' }, price }
  writeFileSync(path.join(folder, 'stock.json'), JSON.stringify({ ...update, stock: { column: 'stock' } }))
  const fans = readFileSync(path.join(feeds, 'fans.csv'), 'utf8')
  const file = (name: string, text: string) => {
    writeFileSync(path.join(data, name), text)
    return path.join(data, name)
  }
  await importHere(file('fans-1.csv', fans), '--profile', 'fans')
  const prices = file('stock-1.csv', 'article,price,stock\nF-1,99,4\nX-1,1,1\n')
  const dry = await importHere(prices, '--dry-run')
  expect(dry).toMatchObject({ code: 0 })
  expect(dry.out).toContain('0 created, 1 changed, 0 unchanged, 1 not in the shop, 0 rejected')
  expect(dry.out).toMatch(/row 2, F-1: price \d+\.\d\d SEK -> 99\.00 SEK/)
  expect(dry.out).toContain('row 2, F-1: stock 25 -> 4')
  expect((await importHere(prices)).out).toContain('1 changed, 0 unchanged, 1 not in the shop')
  const fewer = file('fans-2.csv', fans.split('\n').slice(0, -2).concat('').join('\n'))
  const refused = await importHere(fewer, '--profile', 'fans')
  expect(refused).toMatchObject({ code: 3 })
  expect(refused.out).toContain("1 of the feed's 3 products (33.3 %) are not in it any more, and at most 20%")
  const hidden = await importHere(fewer, '--profile', 'fans', '--max-missing', '40%')
  expect(hidden).toMatchObject({ code: 0 })
  expect(hidden.out).toContain('1 of 3 products of fans are not in it any more: 1 hidden')
  expect((await importHere(fewer, '--max-missing', '5')).err).toContain('--max-missing must be a share')
})

test('a dry run lists what it would change of each product', async () => {
  const profile = path.join(feeds, 'fans.profile.json')
  const fans = readFileSync(path.join(feeds, 'fans.csv'), 'utf8')
  await importHere(path.join(feeds, 'fans.csv'), '--profile', profile)
  const file = path.join(data, 'fans.csv')
  writeFileSync(file, fans.replace(';25;', ';26;'))
  const dry = await importHere(file, '--profile', profile, '--dry-run')
  expect(dry.out).toContain('0 created, 1 changed, 2 unchanged')
  expect(dry.out).toMatch(/Prices are taken for [A-Z]{3}, VAT/)
  expect(dry.out).toMatch(/row \d, F-1: stock 25 -> 26/)
  expect(await importHere(path.join(feeds, 'fans.csv'), '--profile', profile)).toMatchObject({
    out: expect.stringContaining('3 unchanged') as string,
  })
})

test('an import that is killed is shown, and taken back', async () => {
  const [file, profile] = [path.join(data, 'many.csv'), path.join(data, 'many.json')]
  const rows = Array.from({ length: 4_000 }, (_, at) => `M-${at},Part ${at},${10 + at},${at % 9}`)
  writeFileSync(file, ['article,name,price,stock', ...rows, ''].join('\n'))
  const [name, category] = ['{name}', { en: ['Parts'], sv: ['Delar'] }]
  const price = { column: 'price', currency: 'SEK', vat: 'inc' }
  const columns = { id: ['article'], sku: { column: 'article' }, price, stock: { column: 'stock' } }
  const texts = { en: { name }, sv: { name } }
  writeFileSync(profile, JSON.stringify({ name: 'many', texts, category, ...columns }))
  const env = { ...process.env, SHOP_DATA: data, DATABASE_URL: '' }
  const child = spawn(process.execPath, [shopCommand, 'import', file, '--profile', profile], { env, cwd: data })
  const ended = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  using database = new DatabaseSync(path.join(data, 'shop.db'), { readOnly: true, timeout: 2_000 })
  const count = (sql: string) => Number(database.prepare(sql).get()?.['count'])
  while (count('select count(*) as count from catalog_import_steps') < 3) await sleep(5)
  child.kill('SIGKILL')
  await ended
  const left = count('select count(*) as count from products')
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(4_000)
  expect((await runCommand('imports', 'list')).out).toMatch(/1 .* interrupted .* many\.csv/)
  const again = await importHere(file, '--profile', profile)
  expect(again.out).toContain('4000 created')
  expect(again.out).toContain('The import of many.csv had been interrupted; it was taken back.')
  expect((await runCommand('imports', 'list')).out).toMatch(/2 .* done +4000 +0 +many\.csv\n1 .* undone/)
  expect(await runCommand('imports', 'undo', '2')).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 products restored, 4000 deleted, 0 hidden') as string,
  })
  expect(count('select count(*) as count from products')).toBe(0)
  expect(await runCommand('imports', 'undo', '2')).toMatchObject({
    code: 1,
    err: expect.stringContaining('already') as string,
  })
  expect((await runCommand('imports', 'undo', 'two')).code).toBe(2)
})

test('a profile is guessed for a feed, which can then be imported with it', async () => {
  const file = path.join(data, 'cables.csv')
  writeFileSync(file, 'sku;name;price;stock\nC-1;Cable \u001b[31mred;99,50;3\nC-2;Cable;120,00;0\n')
  const guess = await importHere('--guess', file)
  expect(guess).toMatchObject({ code: 0 })
  expect(guess.out).toContain(`Profile: ${path.join(data, 'profiles', 'cables.json')}`)
  expect(guess.out).toContain('No column looks like a category, so all products are in "Cables".')
  expect(guess.out).toMatch(/^2 +C-1 +Cable.*red +Cables +124\.38 SEK +3/m)
  expect(guess.out).not.toContain('\u001b')
  const again = await importHere('--guess', file)
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('There is a profile') as string })
  expect((await importHere('--guess', file, file)).code).toBe(2)
  const builtIn = path.join(data, 'case-fan.csv')
  writeFileSync(builtIn, 'name,price\nFan,9\n')
  expect(await importHere('--guess', builtIn)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The built-in profile case-fan reads files with this name') as string,
  })
  expect(await importHere(file)).toMatchObject({ code: 0, out: expect.stringContaining('2 created') as string })
})
