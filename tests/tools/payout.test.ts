import { truncateSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { line, paid, report } from '../server/console/payout-reports.ts'
import { shopCommands } from './shop-commands.ts'

const text = report(
  line('t1', '100.05,2.10,97.95', 'charge', 'pi_1'),
  line('t2', '-100.05,150,-250.05', 'dispute', 'pi_1'),
  line('t3', '50,0,50', 'charge', 'pi_none', 'po_2'),
  line('t4', '-49,0,-49', 'payout', '', 'po_2'),
)

test('an operator imports a report once, sees its payouts and how they are booked', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  await paid(shop, 'pi_1')
  expect((await run('payout', 'list')).out).toContain('No payouts yet')
  const file = commands.file('report.csv')
  writeFileSync(file, text)
  expect((await run('payout', 'import', file, '--by', 'Anna')).out).toBe(
    'Payout po_1 is imported.\nPayout po_2 is imported.\n',
  )
  expect(await json('payout', 'import', file)).toEqual({ added: [], known: ['po_1', 'po_2'] })
  const logged = await shop.db.selectFrom('audit_log').selectAll().where('operation', '=', 'payouts.import').execute()
  expect(logged).toMatchObject([
    { actor: 'operator:Anna', staff_id: null, address: 'command', subject: 'po_1, po_2', subject_kind: 'payout' },
  ])
  const { out } = await run('payout', 'list')
  expect(out).toMatch(/2026-06-10 +po_2 +50\.00 SEK +0\.00 SEK +50\.00 SEK +\S+ \S+ +not in the books/)
  expect(out).toMatch(/2026-06-10 +po_1 +0\.00 SEK +152\.10 SEK +-152\.10 SEK/)
  expect(await json('payout', 'list', '--limit', '1')).toMatchObject([{ id: 'po_2', is_in_books: false }])
  const shown = await run('payout', 'show', 'po_2')
  expect(shown.out).toContain('The report says 49.00 SEK: it is not in the books.')
  expect(shown.out).toMatch(/unknown +charge +50\.00 SEK/)
  expect((await run('settings', 'set', 'bookkeeping.disputeFees', '6579')).code).toBe(0)
  expect(await json('payout', 'book', 'po_1')).toMatchObject({
    rows: [
      { account: '1930', amount: -15_210 },
      { account: '6570', amount: 210 },
      { account: '1515', amount: 10_005 },
      { account: '6579', amount: 15_000 },
      { account: '1580', amount: -10_005 },
    ],
  })
  expect((await run('payout', 'book', 'po_2')).err).toContain('Payout po_2 is not in the books')
})

test('a report that is wrong, too large or not there is refused with its reason, and nothing is imported', async () => {
  await using commands = await shopCommands()
  const file = commands.file('report.csv')
  const refused = async (content: string) => {
    writeFileSync(file, content)
    return commands.run('payout', 'import', file)
  }
  expect(await refused(report(line('t1', '1,0,x')))).toMatchObject({
    code: 1,
    err: expect.stringContaining('Row 2, column net: “x” is no amount such as 100.05.\n') as string,
  })
  await refused(text)
  expect(await refused(report(line('t1', '99,0,99')))).toMatchObject({
    code: 1,
    err: expect.stringContaining('po_1') as string,
  })
  truncateSync(file, 50_000_000)
  expect(await commands.run('payout', 'import', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The file is larger than 2 MB.\n') as string,
  })
  for (const args of [
    ['import'],
    ['import', file, file],
    ['import', commands.file('none.csv')],
    ['import', commands.file('')],
  ])
    expect((await commands.run('payout', ...args)).code).toBe(2)
  for (const args of [['show'], ['show', 'po_9'], ['book', 'po_9'], ['list', '--limit', '0'], ['nonsense']])
    expect((await commands.run('payout', ...args)).code).toBe(2)
  expect(await commands.json('payout', 'list')).toHaveLength(2)
})

test('an operator settles a lost dispute once, and says how', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  await paid(shop, 'pi_1')
  const file = commands.file('report.csv')
  writeFileSync(file, text)
  await run('payout', 'import', file)
  expect((await run('payout', 'lose', 't2')).err).toContain('--as write-off, write-off-in-full or receivable')
  expect((await run('payout', 'lose', 'none', '--as', 'receivable')).err).toContain('There is no transaction none.')
  expect((await run('payout', 'lose', 't2', '--as', 'receivable', '--day', '2020-01-01')).code).toBe(1)
  expect(await json('payout', 'lose', 't2', '--as', 'receivable', '--by', 'Anna')).toMatchObject({ amount: 10_005 })
  expect((await run('payout', 'lose', 't2', '--as', 'write-off')).code).toBe(1)
  const logged = await shop.db.selectFrom('audit_log').selectAll().where('operation', '=', 'payouts.lose').execute()
  expect(logged).toMatchObject([{ actor: 'operator:Anna', subject: 'po_1', note: 't2 receivable' }])
})
