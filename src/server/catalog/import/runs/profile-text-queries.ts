import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../../platform/db/tables.ts'

/** How many earlier texts of a profile are kept. */
const maxTexts = 30
/** How many removed profiles are listed. */
const maxRemoved = 100

export type EarlierText = Row<'profile_texts'>

/** The earlier texts of a profile, the newest first. */
export function textsOfProfile(db: Queryable, name: string): Promise<EarlierText[]> {
  return db
    .selectFrom('profile_texts')
    .selectAll()
    .where('name', '=', name)
    .orderBy('number', 'desc')
    .limit(maxTexts)
    .execute()
}

/** Keeps what a profile says until now, and forgets the oldest of too many. */
export async function storeProfileText(
  trx: DatabaseTransaction,
  row: Omit<NewRow<'profile_texts'>, 'number'>,
): Promise<void> {
  const newest = (await textsOfProfile(trx, row.name))[0]?.number ?? 0
  const number = newest + 1
  await trx
    .insertInto('profile_texts')
    .values({ ...row, number })
    .execute()
  await trx
    .deleteFrom('profile_texts')
    .where('name', '=', row.name)
    .where('number', '<=', number - maxTexts)
    .execute()
}

/** The newest texts of profiles that were removed, the newest first; a profile may be there again. */
export function removedTexts(db: Queryable): Promise<Omit<EarlierText, 'text'>[]> {
  return db
    .selectFrom('profile_texts as p')
    .select(['p.name', 'p.number', 'p.at', 'p.actor', 'p.event'])
    .where('p.event', '=', 'removed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('profile_texts as later')
            .select('later.number')
            .whereRef('later.name', '=', 'p.name')
            .whereRef('later.number', '>', 'p.number'),
        ),
      ),
    )
    .orderBy('p.at', 'desc')
    .limit(maxRemoved)
    .execute()
}
