import { newId } from '../../../src/server/platform/ids.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { numbers } from './buyers.ts'

const insertedTogether = 500

/** Writes mails to different readers, as after an evening of many orders; `name` begins each address. */
export function addMails(data: ShopData, name: string, wanted: number, now: Date): Promise<void> {
  const at = now.toISOString()
  return withDatabase(data, async (db) => {
    for (let from = 0; from < wanted; from += insertedTogether)
      await db
        .insertInto('outbox')
        .values(
          numbers(Math.min(insertedTogether, wanted - from)).map((each) => ({
            id: newId(now.getTime()),
            kind: 'mail.test',
            dedupe_key: `mail.test:${name}-${from + each}`,
            payload: JSON.stringify({ to: `${name}-${from + each}@example.com`, language: 'sv', by: 'Anna' }),
            run_at: at,
            attempts: 0,
            last_error: null,
            done_at: null,
            created_at: at,
          })),
        )
        .execute()
  })
}

/** Counts the mails that wait. */
export function mailsLeft(data: ShopData): Promise<number> {
  return withDatabase(data, async (db) => {
    const row = await db
      .selectFrom('outbox')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('kind', 'like', 'mail.%')
      .where('done_at', 'is', null)
      .executeTakeFirst()
    return Number(row?.count)
  })
}

/** Counts all mails; those to the operator are not sent while the shop has no address of theirs. */
export function mailsWritten(data: ShopData): Promise<number> {
  return withDatabase(data, async (db) => {
    const row = await db
      .selectFrom('outbox')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('kind', 'like', 'mail.%')
      .where('kind', 'not like', 'mail.operator%')
      .executeTakeFirst()
    return Number(row?.count)
  })
}

/** How often each address that begins with `name` got a mail. */
export function mailsByReader(mails: readonly { to: string }[], name: string): number[] {
  const readers = Map.groupBy(
    mails.filter(({ to }) => to.includes(`${name}-`)),
    ({ to }) => to,
  )
  return [...readers.values()].map(({ length }) => length)
}
