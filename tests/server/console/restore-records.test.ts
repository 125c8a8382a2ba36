import { expect, test } from 'vitest'
import type { RemovedPage } from '../../../src/contracts/console/removed.ts'
import { restorableKinds } from '../../../src/domain/staff/restorable-kinds.ts'
import type { ConsoleContext } from '../../../src/server/console/frame/console-context.ts'
import { consoleScreen } from '../../../src/server/console/frame/console-screen.ts'
import { removedScreen } from '../../../src/server/console/restore/removed-page.ts'
import { restorables } from '../../../src/server/console/restore/restorables.ts'
import { entryById } from '../../../src/server/platform/audit/audit-queries.ts'
import { auditJson } from '../../../src/server/platform/db/json-columns.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, visit, type Browser, type Form } from './at-console.ts'
import { removableRecords } from './removable-records.ts'

const removed = (shop: Shop, who: Browser, query: Record<string, string> = {}): Promise<RemovedPage> =>
  contentOf(shop, who, removedScreen, { query })

/** What an operation gets of a request by this browser. */
async function contextOf(shop: Shop, who: Browser): Promise<ConsoleContext> {
  const asked: ConsoleContext[] = []
  const screen = consoleScreen({
    screen: 'removed',
    permission: 'own',
    load: async (context) => void asked.push(context),
  })
  await visit(shop, who, screen)
  const [context] = asked
  if (!context) throw new Error('The screen was not loaded.')
  return context
}

async function shopWithRecords() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  const send = (form: Form, by = owner) => outcome(shop, by, removedScreen, { form })
  return {
    shop,
    owner,
    records: await removableRecords(shop, owner),
    newest: async (kind: string, by = owner) => (await removed(shop, by, { kind })).lines[0],
    restore: (line: { id: string; restore: string | null } | undefined, by = owner) =>
      send({ action: line?.restore ?? 'restore', entry: line?.id ?? '' }, by),
    send,
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('a record of every kind is restored as it was, once, by those who may', async () => {
  await using at = await shopWithRecords()
  const { shop, records } = at
  // Content is there twice: as a page and as a guide.
  expect([...new Set(records.map(({ kind }) => kind))].toSorted()).toEqual(Object.keys(restorableKinds).toSorted())
  const accountant = await signedIn(shop, 'accountant')
  for (const { kind, shown, remove } of records) {
    const before = await shown()
    expect([kind, before]).not.toEqual([kind, undefined])
    await remove()
    expect([kind, await shown()]).toEqual([kind, undefined])
    const line = await at.newest(kind)
    expect([kind, line?.restore, line?.actor]).toEqual([kind, expect.stringMatching(/^restore/), 'The owner'])
    expect([kind, (await at.restore(line, accountant)).status]).toEqual([kind, 422])
    const both = await Promise.all([at.restore(line), at.restore(line)])
    expect([kind, both.map(({ status, fault }) => [status, fault])]).toEqual([
      kind,
      expect.arrayContaining([
        [303, null],
        [422, expect.any(String)],
      ]),
    ])
    expect([kind, await shown()]).toEqual([kind, before])
    expect([kind, (await at.restore(line)).fault]).toEqual([kind, expect.stringContaining('already')])
    const again = await at.newest(kind)
    expect([kind, again?.restore, again?.path]).toEqual([kind, null, expect.stringContaining('/console/')])
    const [entry] = await shop.db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(1).execute()
    expect([kind, entry?.operation, entry?.subject_id]).toEqual([
      kind,
      expect.stringContaining('restore'),
      line?.subjectId,
    ])
  }
})

test('a restore whose record somebody else has made in the meantime is refused', async () => {
  await using at = await shopWithRecords()
  const context = await contextOf(at.shop, at.owner)
  for (const { kind, remove } of at.records) {
    await remove()
    const line = await at.newest(kind)
    const entry = await entryById(at.shop.db, line?.id ?? '')
    const restorable = restorables.find(({ removedBy }) => removedBy.some((each) => each === entry?.operation))
    if (!entry || !restorable) throw new Error(`Nothing restores ${kind}.`)
    const gone = { id: entry.subject_id, label: entry.subject, at: entry.at, fields: auditJson.read(entry.before) }
    await restorable.restore(context, gone)
    const again = await restorable.restore(context, gone).catch((error: unknown) => error)
    expect([kind, again]).toEqual([kind, expect.objectContaining({ fault: 'restored_already' })])
  }
})

test('of two removals the last one says what is restored, and every removal has its record', async () => {
  await using at = await shopWithRecords()
  for (const { kind, remove, shown } of at.records) {
    const before = await shown()
    await remove()
    const first = await at.newest(kind)
    expect([kind, (await at.restore(first)).fault]).toEqual([kind, null])
    await remove()
    expect([kind, (await at.restore(first)).fault]).toEqual([kind, expect.stringContaining('again later')])
    expect([kind, (await at.restore(await at.newest(kind))).fault]).toEqual([kind, null])
    expect([kind, await shown()]).toEqual([kind, before])
  }
})

test('nobody sees or restores what they may not change, and other entries restore nothing', async () => {
  await using at = await shopWithRecords()
  const { shop } = at
  for (const { remove } of at.records) await remove()
  const [editor, warehouse, manager] = [
    await signedIn(shop, 'editor'),
    await signedIn(shop, 'warehouse'),
    await signedIn(shop, 'manager'),
  ]
  expect((await removed(shop, warehouse)).kinds.filter((kind) => kind !== 'product')).toEqual([])
  const seen = await removed(shop, editor)
  expect(seen.kinds).not.toContain('role')
  expect(new Set(seen.lines.map(({ subjectKind }) => subjectKind))).toEqual(new Set(seen.kinds))
  expect(seen.lines.map(({ path }) => path)).toEqual(seen.lines.map(() => null))
  const role = await at.newest('role')
  expect((await at.restore(role, editor)).status).toBe(422)
  expect((await at.restore(role, manager)).status).toBe(422)
  // Without the question for the factor, an action restores nothing that its form would ask it for.
  expect((await at.send({ action: 'restore', entry: role?.id ?? '' })).status).toBe(422)
  const entries = await shop.db.selectFrom('audit_log').select(['id', 'operation']).execute()
  const removals = new Set<string>(restorables.flatMap(({ removedBy }) => removedBy))
  for (const { id, operation } of entries) {
    if (removals.has(operation)) continue
    for (const action of ['restore', 'restore_sure'])
      expect([operation, (await at.send({ action, entry: id })).status]).toEqual([operation, 422])
  }
})
