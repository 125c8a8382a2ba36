import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ImportPage } from '../../../src/contracts/console/imports.ts'
import { fileReasonsText, rowReasonText } from '../../../src/i18n/file-words.ts'
import { translator } from '../../../src/i18n/translator.ts'
import { uploadsFolder } from '../../../src/server/catalog/import/runs/upload-folder.ts'
import { longTasks, quickTasks } from '../../../src/server/catalog/sources/carry-out-imports.ts'
import { importNewScreen } from '../../../src/server/console/imports/import-new-page.ts'
import { importsScreen } from '../../../src/server/console/imports/imports-page.ts'
import { profileScreen } from '../../../src/server/console/imports/profiles-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'
import { done, formOf, imported, namesFound, pageOf, send, tick, upload, uploaded } from './import-screens.ts'

type Shop = Awaited<ReturnType<typeof fixtureShop>>

const lamps = [
  'article;name;namn;brand;category;price;stock;length (cm)',
  'L-1;Desk lamp;Skrivbordslampa;Glow;Lamps;199,50;4;30',
  'L-2;Floor lamp;Golvlampa;Glow;Lamps;899,00;2;150',
  'L-3;Wall lamp;Vägglampa;Glow;Lamps;1,2,3;1;20',
  '',
].join('\n')
/** Why nothing was done, in codes. */
const codesOf = ({ problem }: ImportPage) =>
  problem && 'reasons' in problem ? problem.reasons.map(({ code }) => code) : []

const anyRejected = { max_rejected: '40' }

const productBySku = ({ db }: Shop, sku: string) =>
  db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', 't.product_id', 'p.id')
    .leftJoin('stock as s', 's.product_id', 'p.id')
    .select(['p.id', 'p.status', 't.name', 's.on_hand'])
    .where('p.sku', '=', sku)
    .where('t.language', '=', 'sv')
    .executeTakeFirst()

test('a file is uploaded, looked at, checked, imported and taken back', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const id = await uploaded(shop, who, lamps)
  const guessed = await pageOf(shop, who, id)
  expect(guessed.state).toBe('draft')
  expect(guessed.draft?.columns.map(({ column, role }) => [column, role])).toEqual([
    ['article', 'sku'],
    ['name', 'name'],
    ['namn', 'attribute_text'],
    ['brand', 'brand'],
    ['category', 'category'],
    ['price', 'price'],
    ['stock', 'stock'],
    ['length (cm)', 'attribute_number'],
  ])
  expect(guessed.draft?.rows[0]).toMatchObject({ row: 2, sku: 'L-1', name: 'Desk lamp', category: 'Lamps' })

  const changes = { 'role:1': 'name_en', 'role:2': 'name_sv', vat: 'inc', ...anyRejected }
  const checked = await done(shop, who, id, { ...formOf(guessed, changes), action: 'check' })
  expect(checked).toMatchObject({ state: 'checked', problem: null, counts: { created: 2, changed: 0, rejected: 1 } })
  expect(checked.findings.rows.map(({ row, sku }) => [row, sku])).toEqual([
    [2, 'L-1'],
    [3, 'L-2'],
  ])
  expect(await namesFound(shop, who, id, 'sv')).toEqual(['Skrivbordslampa', 'Golvlampa'])
  expect(await namesFound(shop, who, id, 'en')).toEqual(['Desk lamp', 'Floor lamp'])
  const rejected = await pageOf(shop, who, id, { found: 'rejected' })
  expect(rejected.findings.rows).toMatchObject([{ row: 4, field: 'price' }])
  const told = rejected.findings.rows[0]
  expect(told?.after).toBe('"1,2,3" is not a number that is written with "," before its decimals.')
  expect(rowReasonText(told?.reason, translator('sv'))).toBe(
    '”1,2,3” är inget tal som skrivs med ”,” före decimalerna.',
  )
  const doubts = (guessed.draft?.doubts ?? []).flatMap((each) => (typeof each === 'string' ? [] : [each]))
  expect(fileReasonsText(doubts, translator('sv'))).toBe(
    'Nya kategorier får namnen i kolumnen ”category” på båda språken. Filen säger inte vilken valuta ”price” har; ' +
      'den läses som SEK. Filen säger inte om ”price” innehåller moms; 25 % läggs på.',
  )
  expect(guessed.draft?.rows[2]).toMatchObject({ row: 4, column: 'price', reason: { code: 'not_number' } })
  expect(await productBySku(shop, 'L-1')).toBeUndefined()

  const report = await done(shop, who, id, { action: 'start', version: checked.version })
  expect(report.notes).toContainEqual({
    code: 'note_categories',
    values: { count: 1, names: 'Lamps', names_sv: 'Lamps' },
    reason: 'New categories (1): Lamps',
  })
  expect(report).toMatchObject({ state: 'imported', draft: null, counts: { created: 2, rejected: 1 } })
  expect(report.undo).toEqual({ created: 2, changed: 0, changedSince: 0, kept: [] })
  expect(await productBySku(shop, 'L-1')).toMatchObject({ name: 'Skrivbordslampa', on_hand: 4, status: 'published' })
  expect(existsSync(path.join(uploadsFolder(shop.env.SHOP_DATA), id))).toBe(false)

  const undone = await done(shop, who, id, { action: 'undo', version: report.version })
  expect(undone).toMatchObject({ state: 'undone', undo: null })
  expect(undone.notes.at(-1)).toMatchObject({ undone: { removed: 2, kept: 0 } })
  expect(await productBySku(shop, 'L-1')).toBeUndefined()
  expect((await auditOf(shop.db, { kind: 'import', id })).map(({ operation }) => operation)).toEqual([
    'imports.undo',
    'imports.start',
    'imports.check',
    'imports.upload',
  ])
  const { rows } = await contentOf(shop, who, importsScreen)
  expect(rows.map(({ cells }) => [cells['file']?.text, cells['state']?.text, cells['created']?.text])).toEqual([
    ['lamps.csv', 'Undone', '2'],
  ])
})

test('merges the form into the profile, and refuses what is no profile with what was typed', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const id = await uploaded(shop, who, lamps)
  const page = await pageOf(shop, who, id)
  for (const [changes, said] of [
    [{ 'role:1': 'ignore' }, /name/],
    [{ 'role:1': 'price' }, /same/],
    [{ 'role:4': 'ignore' }, /category/],
    [{ goal: 'update', 'role:0': 'ignore' }, /article number/],
    [{ profile: '../../etc/passwd' }, /small letters/],
    [{ max_missing: '101' }, /0 to 100/],
    [{ thousands: ',' }, undefined],
  ] as const) {
    const { fault } = await send(shop, who, id, { ...formOf(page, changes), action: 'check' })
    if (said) expect(fault).toMatch(said)
    else expect(fault).toBeNull()
  }
})

test('an unreadable saved profile does not stop an upload', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const folder = path.join(shop.env.SHOP_DATA, 'profiles')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'broken.json'), '{"name": ')
  const page = await pageOf(shop, who, await uploaded(shop, who, lamps))
  expect(page).toMatchObject({ state: 'draft', problem: null })
  expect(page.draft?.rows[0]).toMatchObject({ row: 2, sku: 'L-1' })
  expect(page.draft?.profiles).toContain('cpu')
  expect(page.draft?.profiles).not.toContain('broken')
})

test('refuses the second of two requests at once, and a task that already runs', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const id = await uploaded(shop, one, lamps)
  const form = { ...formOf(await pageOf(shop, one, id), anyRejected), action: 'check' }
  const asked = await Promise.all([send(shop, one, id, form), send(shop, other, id, form)])
  expect(asked.map(({ fault }) => fault === null).toSorted()).toEqual([false, true])
  expect((await send(shop, other, id, form)).fault).toMatch(/being done/)
  await tick(shop)
  const { version } = await pageOf(shop, one, id)
  expect((await send(shop, other, id, form)).fault).toMatch(/changed/)
  // Two buttons pressed in two tabs import once.
  const start = { action: 'start', version }
  const started = await Promise.all([send(shop, one, id, start), send(shop, one, id, start)])
  expect(started.map(({ fault }) => fault === null).toSorted()).toEqual([false, true])
  await tick(shop)
  expect((await pageOf(shop, one, id)).counts.created).toBe(2)
})

test('shows an import whose process was killed as interrupted, and starts it again', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const id = await uploaded(shop, who, lamps)
  const checked = await done(shop, who, id, { ...formOf(await pageOf(shop, who, id), anyRejected), action: 'check' })
  await send(shop, who, id, { action: 'start', version: checked.version })
  // As a killed process leaves it: leased, and the lease over.
  await shop.db.updateTable('import_runs').set({ lease: 'gone', tries: 1 }).where('id', '=', id).execute()
  await tick(shop)
  const stopped = await pageOf(shop, who, id)
  expect(stopped).toMatchObject({ state: 'checked', work: null })
  expect(stopped.problem).toEqual({ ended: 'interrupted' })
  expect(await productBySku(shop, 'L-1')).toBeUndefined()
  const report = await done(shop, who, id, { action: 'start', version: stopped.version })
  expect(report).toMatchObject({ state: 'imported', problem: null, counts: { created: 2 } })
})

test('a file that is refused says why in the language of its reader, and nothing of it is kept', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const id = await uploaded(shop, who, lamps)
  const guessed = await pageOf(shop, who, id)
  const refused = await done(shop, who, id, { ...formOf(guessed, { max_rejected: '0' }), action: 'check' })
  const reasons = refused.problem && 'reasons' in refused.problem ? refused.problem.reasons : []
  expect(reasons).toEqual([{ code: 'rejected_many', values: { lost: 1, rows: 3, allowed: '0%' } }])
  expect(fileReasonsText(reasons, translator('sv'))).toBe(
    '1 av 3 rader kan inte bli artiklar, och högst 0% får avvisas. Inget skrevs.',
  )
  expect(await productBySku(shop, 'L-1')).toBeUndefined()
  // Another version of the shop has written a reason that this one does not know.
  const others = JSON.stringify([{ code: 'of_another_version', values: {} }])
  await shop.db.updateTable('import_runs').set({ fault_reasons: others }).where('id', '=', id).execute()
  const { problem } = await pageOf(shop, who, id)
  expect(problem).toMatchObject({ said: expect.stringContaining('cannot become products') as string })
  expect(problem && 'reasons' in problem && fileReasonsText(problem.reasons, translator('sv'))).toBeUndefined()
  const better = { ...formOf(refused, anyRejected), action: 'check' }
  expect(await done(shop, who, id, better)).toMatchObject({ state: 'checked', problem: null })
})

test('products that are not in the file any more are hidden as chosen, below the limit alone', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const rows = Array.from({ length: 10 }, (_, at) => `V-${at};Vase ${at};Vases;${at + 10};1`)
  const feed = (count: number) => ['article;name;category;price;stock', ...rows.slice(0, count), ''].join('\n')
  const hide = { missing: 'hide', profile: 'vases' }
  await imported(shop, who, await uploaded(shop, who, feed(10), 'vases.csv'), hide)
  const half = await imported(shop, who, await uploaded(shop, who, feed(5), 'vases.csv'), hide)
  expect(half.counts.vanished).toBe(5)
  expect(await productBySku(shop, 'V-9')).toMatchObject({ status: 'published' })
  const most = await imported(shop, who, await uploaded(shop, who, feed(9), 'vases.csv'), hide)
  expect(most.counts.vanished).toBe(1)
  expect(most.findings).toMatchObject({ kind: 'vanished', rows: [{ sku: 'V-9', after: 'Vase 9' }] })
  expect(await productBySku(shop, 'V-9')).toMatchObject({ status: 'draft' })
  await done(shop, who, most.id, { action: 'undo', version: most.version })
  expect(await productBySku(shop, 'V-9')).toMatchObject({ status: 'published' })
})

test('files that lie about what they are, bombs and hostile cells are refused or shown as text', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
  expect((await upload(shop, who, picture, 'feed.csv')).fault).toMatch(/by its content/)
  expect((await upload(shop, who, '', 'feed.csv')).fault).toMatch(/not empty/)
  const bomb = gzipSync(Buffer.concat([Buffer.from('name,price\n'), Buffer.alloc(20 * 1024 * 1024, 'a')]))
  const bombed = await pageOf(shop, who, await uploaded(shop, who, bomb, 'feed.csv.gz'))
  expect(bombed).toMatchObject({ draft: null, work: null })
  expect(codesOf(bombed)).toMatchObject([expect.stringMatching(/^(?:unpacked_ratio|csv_row)$/)])
  const wide = Array.from({ length: 10_000 }, (_, at) => at.toString(36)).join(',')
  const widest = await pageOf(shop, who, await uploaded(shop, who, `${wide}\n1\n`, 'wide.csv'))
  expect(codesOf(widest)).toMatchObject([expect.stringMatching(/^(?:columns_many|csv_row)$/)])
  const script = '<script>alert(1)</script>'
  const cells = `sku;name;price;category;${script}\nX-1;=HYPERLINK("http://x");10;Lamps;${script}\n`
  const id = await uploaded(shop, who, cells, `../../${script}.csv`)
  const shown = await pageOf(shop, who, id)
  expect(shown.files).toEqual(['script>.csv'])
  expect(shown.draft?.rows).toMatchObject([{ row: 2, problem: expect.stringMatching(/formula/) as string }])
  expect(readdirSync(path.join(uploadsFolder(shop.env.SHOP_DATA), id))).toEqual(['script.csv'])
  expect(readdirSync(uploadsFolder(shop.env.SHOP_DATA)).filter((name) => name.startsWith('incoming-'))).toEqual([])
})

test('a form with two feeds keeps the first, and leaves nothing of the second', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const form = { action: 'upload', file: new File([lamps], 'lamps.csv'), second: new File([lamps], 'more.csv') }
  expect(await outcome(shop, who, importNewScreen, { form })).toMatchObject({ status: 303 })
  expect(readdirSync(uploadsFolder(shop.env.SHOP_DATA)).filter((name) => name.startsWith('incoming-'))).toEqual([])
})

test('a profile is saved, used again by the name of the file, and kept from a second hand', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const id = await uploaded(shop, who, lamps)
  const form = formOf(await pageOf(shop, who, id), { 'role:1': 'name_en', 'role:2': 'name_sv', profile: 'glow' })
  await done(shop, who, id, { ...form, action: 'save' })
  const saved = await contentOf(shop, who, profileScreen, { params: { name: 'glow' } })
  expect(saved.fault).toBeNull()
  const again = await pageOf(shop, who, await uploaded(shop, who, lamps))
  expect(again.draft?.choices.profile).toBe('glow')
  expect(again.draft?.columns[2]?.role).toBe('name_sv')
  const change = async (text: string, version = saved.version) =>
    outcome(shop, who, profileScreen, { params: { name: 'glow' }, form: { action: 'save', version, text } })
  const hostile = saved.text.replace(
    '"optional": []',
    '"textRows": {"file":"/etc/passwd","key":"a","language":{"column":"b"}}',
  )
  expect((await change(hostile)).fault).toMatch(/may not name a file/)
  expect((await change('{')).fault).toMatch(/not valid JSON/)
  expect((await change(saved.text.replace('"hide"', '"keep"'))).fault).toBeNull()
  const next = saved.text.replace('Length', 'Long')
  expect((await change(next)).fault).toBeNull()
  expect((await change(saved.text)).fault).toMatch(/changed/)
  expect((await outcome(shop, who, profileScreen, { params: { name: '../settings' } })).status).toBe(404)
})

test('first rows are read while another file is imported, and a second import says that it waits', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const [first, second] = [await uploaded(shop, who, lamps), await upload(shop, who, lamps.replaceAll('L-', 'M-'))]
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<{ code: number; said: string }>()]
  const check = async (id: string) =>
    send(shop, who, id, { ...formOf(await pageOf(shop, who, id), anyRejected), action: 'check' })
  await check(first)
  const slow = tick(shop, async () => (begun.resolve(), ended.promise), longTasks)
  await begun.promise
  expect((await pageOf(shop, who, second.id)).work).toMatchObject({ task: 'guess', phase: '' })
  await tick(shop, undefined, quickTasks)
  expect((await pageOf(shop, who, second.id)).draft?.rows).toHaveLength(3)
  await check(second.id)
  await tick(shop, undefined, quickTasks)
  expect((await pageOf(shop, who, second.id)).work).toMatchObject({ task: 'check', phase: 'waiting' })
  ended.resolve({ code: 1, said: 'It ended.' })
  await slow
  await tick(shop)
  expect((await pageOf(shop, who, second.id)).isChecked).toBe(true)
})
