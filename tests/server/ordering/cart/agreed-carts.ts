import type { Database } from '../../../../src/server/platform/db/tables.ts'
import type { AgreedRow } from '../../../oracle/agreed.ts'

const always = { from: '2020-01-01T00:00:00.000Z', until: '9999-12-31T00:00:00.000Z' }
const past = { from: '2020-01-01T00:00:00.000Z', until: '2021-01-01T00:00:00.000Z' }
const toCome = { from: '2090-01-01T00:00:00.000Z', until: '2091-01-01T00:00:00.000Z' }

const rows = (...all: [productId: string, minQuantity: number, net: number][]) =>
  all.map(([product_id, min_quantity, amount]) => ({ product_id, min_quantity, amount }))

/** Lists with prices above and below the usual ones, with and without campaigns, offers and discounts. */
const inForce = [
  {
    currency: 'SEK',
    buyer: 'customer',
    rows: rows(
      ['bat', 1, 35_000],
      ['bat', 4, 30_013],
      ['bat', 10, 24_001],
      ['fan', 1, 7_000],
      ['fan', 3, 5_555],
      ['ram', 1, 12_000],
      ['sale', 1, 60_000],
      ['sale', 5, 50_001],
      ['again', 2, 49_999],
      ['bulk-sale', 5, 5_000],
      ['bulk-sale', 20, 3_333],
      ['paste', 1, 1],
      ['gift', 1, 100],
      ['kb-us', 1, 900_000],
    ),
  },
  {
    currency: 'EUR',
    buyer: 'organization',
    rows: rows(['bat', 1, 2_499], ['own-euro', 1, 777], ['kit', 1, 3_000], ['fan', 2, 433], ['manual', 1, 1_234]),
  },
] as const
const notInForce = [
  { ...past, currency: 'SEK', rows: rows(['bat', 1, 1], ['fan', 1, 1]) },
  { ...toCome, currency: 'SEK', rows: rows(['bat', 1, 2], ['ram', 1, 2]) },
  // A list without this buyer.
  { ...always, currency: 'SEK', buyer: 'nobody', rows: rows(['bat', 1, 3], ['sale', 1, 3]) },
] as const

export const agreedRows: readonly AgreedRow[] = inForce.flatMap(({ currency, rows: all }) =>
  all.map(({ product_id, min_quantity, amount }) => ({ product_id, currency, min_quantity, net: amount })),
)

type Stored = { currency: 'SEK' | 'EUR'; rows: ReturnType<typeof rows>; from?: string; until?: string; buyer?: string }

/**
 * Stores the lists for a customer, who is a member of an organization, beside lists that do not count; `asStored` is
 * for a shop in another country.
 */
export async function storeAgreements(
  db: Database,
  customerId: string,
  asStored = (lists: readonly Stored[]) => lists,
): Promise<void> {
  await addOrganization(db, customerId)
  const all = asStored([...inForce, ...notInForce])
  for (const [at, { currency, rows: some, from, until, buyer = 'customer' }] of all.entries()) {
    const id = `list-${at}`
    await db
      .insertInto('price_lists')
      .values({
        id,
        name: id,
        currency,
        starts_at: from ?? always.from,
        ends_at: until ?? always.until,
        version: 1,
        row_count: some.length,
        actor: 'test',
        created_at: always.from,
        changed_at: always.from,
      })
      .execute()
    const isOfOrganization = buyer === 'organization'
    await db
      .insertInto('price_list_buyers')
      .values({
        list_id: id,
        kind: isOfOrganization ? 'organization' : 'customer',
        // The id of an organization is no customer's, even where it is written the same.
        buyer_id: isOfOrganization ? 'firm' : buyer === 'nobody' ? 'firm' : customerId,
      })
      .execute()
    await db
      .insertInto('price_list_rows')
      .values(some.map((row) => ({ ...row, list_id: id })))
      .execute()
  }
}

async function addOrganization(db: Database, customerId: string): Promise<void> {
  await db
    .insertInto('organization_members')
    .values({ organization_id: 'firm', customer_id: customerId, role: 'buyer' })
    .execute()
}
