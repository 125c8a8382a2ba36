import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { projectRoot } from '../../src/tools/run-program.ts'
import { shopCommands } from './shop-commands.ts'

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')

test('commands of an older program refuse a newer schema and change nothing; version tells both', async () => {
  await using commands = await shopCommands()
  const { db } = commands.shop
  const [, needed, has] = /schema (\S+)\.\n.* has schema (\S+)\./.exec((await commands.run('version')).out) ?? []
  expect(needed).toBe(has)
  await sql`insert into kysely_migration (name, timestamp)
    values ('9999-of-tomorrow', '2030-01-01T00:00:00.000Z')`.execute(db)
  const before = await db.selectFrom('orders').selectAll().execute()
  await expect(commands.run('order', 'list')).rejects.toThrow(/A newer version of the shop has changed the database/)
  const version = await commands.run('version')
  expect(version.out).toContain('9999-of-tomorrow')
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual(before)
})

test('the changelog has the version of the program, its versions fall, and each has a day', () => {
  const text = read('CHANGELOG.md')
  const { version }: { version: string } = JSON.parse(read('package.json'))
  const found = [...text.matchAll(/^## \[(.+?)\](?: - (.+))?$/gm)].map(([, name = '', day]) => ({ name, day }))
  expect(found[0]).toEqual({ name: 'Unreleased', day: undefined })
  expect(found[1]?.name).toBe(version)
  expect(found.slice(1).filter(({ day = '' }) => !/^\d{4}-\d\d-\d\d$/.test(day))).toEqual([])
  const numbers = found.slice(1).map(({ name }) => name.split('.').map(Number))
  expect(numbers).toEqual(numbers.toSorted((one, other) => compared(other, one)))
  expect([...text.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind)).toEqual(
    expect.arrayContaining(['Added', 'Changed', 'Fixed']),
  )
  expect(JSON.parse(read('package-lock.json')).version).toBe(version)
})

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
