import { expect, test } from 'vitest'
import { organizationScreen } from '../../../src/server/console/organizations/organization-page.ts'
import { withNames } from '../../../src/server/console/staff/audit-history.ts'
import { auditLine } from '../../../src/server/console/staff/audit-lines.ts'
import { auditScreen } from '../../../src/server/console/staff/audit-page.ts'
import { addOrganization } from '../identity/page-visit.ts'
import { addCustomer } from '../identity/shopper.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { consoleRequestOf, contentOf, signedIn } from './at-console.ts'

/** Entries about people, categories and attributes, of which some are gone. */
const aboutRecords = [
  ['coupon', 'TEN', '{"customer_id":"anna","organization_id":"firm"}'],
  ['price_list', 'list', '{"customers":["anna","gone"]}'],
  ['organization', 'firm', '{"members":{"anna":"admin"},"invitations":["gone buyer"]}'],
  ['category', 'gone', '{"parent":"batteries","facts":["colour","gone"]}'],
  ['attribute', 'colour', '{"place":2}'],
  ['product', 'fan', '{"attribute:colour":"black"}'],
  ['customer', 'anna', '{"language":"sv"}'],
] as const

async function shopWithEntries() {
  const shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  await addOrganization(shop, { id: 'firm', members: { anna: 'admin' } })
  const entry = { at: shop.now().toISOString(), staff_id: null, actor: 'x', address: '', note: '', before: '{}' }
  for (const [kind, id, after] of aboutRecords)
    await shop.db
      .insertInto('audit_log')
      .values({
        ...entry,
        id: `${kind} ${id}`,
        operation: 'x.y',
        subject_kind: kind,
        subject_id: id,
        subject: id,
        after,
      })
      .execute()
  return shop
}

test('the log calls records by name, those that are gone by id, and people only on the screen', async () => {
  await using shop = await shopWithEntries()
  const who = await signedIn(shop, 'owner')
  const { rows } = await contentOf(shop, who, auditScreen, { query: { q: 'x.y' } })
  const said = (id: string) => rows.find((row) => row.id === id)?.cells['changes']
  expect(said('coupon TEN')?.text).toBe('Only the customer:  → Name of anna; Only the organisation:  → Firm firm')
  expect(said('coupon TEN')?.inFile).toBe('Only the customer:  → anna; Only the organisation:  → firm')
  expect(said('price_list list')?.text).toContain('Name of anna, gone')
  expect(said('organization firm')?.text).toContain('Name of anna (administrator)')
  expect(said('organization firm')?.text).toContain('gone (buyer)')
  expect(said('category gone')?.text).toMatch(/→ batteries \(en\); .*→ Colour, gone/)
  expect(said('product fan')?.text).toBe('Colour:  → black')
  const subjects = rows.map(({ cells }) => [cells['subject']?.text, cells['subject']?.inFile])
  expect(subjects).toContainEqual(['Name of anna', 'anna'])
  expect(subjects).toContainEqual(['Colour', 'Colour'])
  const { audit } = await contentOf(shop, who, organizationScreen, { params: { id: 'firm' } })
  expect(audit[0]?.names?.['customer anna']).toBe('Name of anna')
})

test('shows no names of people to staff who may not see customers', async () => {
  await using shop = await shopWithEntries()
  await shop.db
    .insertInto('staff_roles')
    .values({ name: 'reader', permissions: '["audit.view"]', version: 1 })
    .execute()
  const { rows } = await contentOf(shop, await signedIn(shop, 'reader'), auditScreen, { query: { q: 'x.y' } })
  const told = rows.flatMap(({ cells }) => Object.values(cells).map(({ text }) => text)).join(' ')
  expect(told).toContain('Colour')
  expect(told).toContain('anna')
  expect(told).not.toContain('Name of')
})

test('all names of a page come by one statement, and none where no entry has an id', async () => {
  await using shop = await shopWithEntries()
  const request = await consoleRequestOf(shop, await signedIn(shop, 'owner'))
  const session = request.locals.staff
  if (!session) throw new Error('Nobody is signed in.')
  let statements = 0
  const db = shop.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const context = { shop: { ...shop, db }, session, request }
  const entries = await shop.db.selectFrom('audit_log').selectAll().execute()
  const lines = entries.map(auditLine)
  await withNames(context, lines)
  expect(statements).toBe(1)
  await withNames(
    context,
    lines.filter(({ subjectKind }) => subjectKind === 'staff'),
  )
  expect(statements).toBe(1)
})
