import type { Kysely } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { accountScreen } from '../../../src/server/console/staff/account-page.ts'
import { auditScreen } from '../../../src/server/console/staff/audit-page.ts'
import { personScreen } from '../../../src/server/console/staff/staff-page.ts'
import { staffByEmail } from '../../../src/server/identity/staff/staff-queries.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { up } from '../../../src/server/platform/db/migrations/0205-reasons-beside-the-log.ts'
import { addCustomer } from '../identity/shopper.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, newStaff, outcome, signedIn, visit } from './at-console.ts'

describe('the audit log', () => {
  test('has every change with who, from where, before and after, and cannot be changed', async () => {
    await using shop = await fixtureShop()
    const owner = await signedIn(shop, 'owner')
    await newStaff(shop, 'seller')
    const { id, version } = (await staffByEmail(shop.db, 'seller@shop.example')) ?? { id: '', version: 0 }
    const form = { action: 'save', version: String(version), name: 'Sam', role: 'manager', is_active: '1' }
    await outcome(shop, owner, personScreen, { params: { id }, form })
    const entries = await shop.db.selectFrom('audit_log').selectAll().where('operation', '=', 'staff.change').execute()
    expect(entries).toMatchObject([{ actor: 'The owner', address: '127.0.0.1', subject_id: id }])
    expect([JSON.parse(entries[0]?.before ?? ''), JSON.parse(entries[0]?.after ?? '')]).toEqual([
      { name: 'The seller', role: 'seller' },
      { name: 'Sam', role: 'manager' },
    ])
    await expect(shop.db.updateTable('audit_log').set({ actor: 'nobody' }).execute()).rejects.toThrow('append-only')
    await expect(shop.db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
    const { rows } = await contentOf(shop, owner, auditScreen, { query: { q: 'staff.change' } })
    expect(rows.map(({ cells }) => cells['changes']?.text)).toEqual(['Name: The seller → Sam; Role: Seller → Manager'])
  })

  test("has who ended which session, and nobody ends another's", async () => {
    await using shop = await fixtureShop()
    const [here, other] = [await signedIn(shop, 'seller'), await signedIn(shop, 'editor')]
    const there = await signedIn(shop, 'seller')
    const { sessions } = await contentOf(shop, here, accountScreen)
    const end = (browser: typeof here, id: string) =>
      outcome(shop, browser, accountScreen, { form: { action: 'end_session', id } })
    const ended = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    await end(other, ended)
    expect((await outcome(shop, there, accountScreen)).status).toBe(200)
    await end(here, ended)
    expect((await outcome(shop, there, accountScreen)).status).toBe(303)
    const logged = await shop.db
      .selectFrom('audit_log')
      .select('actor')
      .where('operation', '=', 'staff.end_session')
      .orderBy('seq')
      .execute()
    expect(logged.map(({ actor }) => actor)).toEqual(['The editor', 'The seller'])
  })

  test('is paged by key without holes, and exported as a file without formulas', async () => {
    await using shop = await fixtureShop()
    const owner = await signedIn(shop, 'owner')
    for (let at = 0; at < 120; at += 1)
      await shop.db
        .insertInto('audit_log')
        .values({ ...entry, id: `id-${at}`, subject: `=1+${at}` })
        .execute()
    const seen = []
    let query: Record<string, string> = { q: 'test.' }
    for (let page = 0; page < 3; page += 1) {
      const list = await contentOf(shop, owner, auditScreen, { query })
      seen.push(...list.rows.map(({ id }) => id))
      expect([list.count, list.isMore]).toEqual([120, false])
      query = Object.fromEntries(new URLSearchParams(list.next ?? ''))
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `id-${119 - at}`))
    const file = await visit(shop, owner, auditScreen, { query: { q: 'test.' }, form: { action: 'export' } })
    const text = file instanceof Response ? await file.text() : ''
    expect(text.split('\r\n')).toHaveLength(122)
    expect(text).toContain(",'=1+7,")
  })
})

const entry = {
  at: '2026-06-15T10:00:00.000Z',
  staff_id: null,
  actor: 'test',
  address: '',
  operation: 'test.entry',
  subject_kind: 'list',
  subject_id: 'x',
  before: '{}',
  after: '{}',
  note: '',
}

test('an upgrade moves reasons out of the log, without those of customers who were erased before', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const entry = { at: '2026-01-01T00:00:00.000Z', staff_id: null, actor: 'Kim', address: '', before: '{}', after: '{}' }
  const about = (operation: string, kind: string, id: string, note: string) => ({
    ...entry,
    id: `${operation} ${id}`,
    operation,
    subject_kind: kind,
    subject_id: id,
    subject: id,
    note,
  })
  const entries = [
    about('customers.log_in', 'customer', 'anna', 'Anna phoned'),
    about('customers.log_in', 'customer', 'gone', 'Bo phoned'),
    about('gift_cards.block', 'gift_card', 'card', 'Stolen'),
    about('staff.invite', 'staff', 'kim', 'seller'),
  ]
  await shop.db.insertInto('audit_log').values(entries).execute()
  await shop.db.schema.dropTable('audit_reasons').execute()
  await up(shop.db as unknown as Kysely<unknown>, inject('engine'))
  const notes = await Promise.all(
    entries.map(async (each) => (await auditOf(shop.db, { kind: each.subject_kind, id: each.subject_id }))[0]?.note),
  )
  expect(notes).toEqual(['Anna phoned', '', 'Stolen', 'seller'])
  const log = await shop.db.selectFrom('audit_log').select('note').where('note', '<>', '').execute()
  expect(log).toEqual([{ note: 'seller' }])
  await expect(shop.db.updateTable('audit_log').set({ actor: 'nobody' }).execute()).rejects.toThrow('append-only')
})
