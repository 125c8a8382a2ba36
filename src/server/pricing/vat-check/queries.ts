import type { Queryable, Row } from '../../platform/db/tables.ts'

/** Reads the consultation number of a confirmation that is newer than `since`. */
export async function confirmedSince(
  db: Queryable,
  { number, checked_by, since }: Pick<Row<'vat_confirmations'>, 'number' | 'checked_by'> & { since: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('vat_confirmations')
    .select('consultation_number')
    .where('number', '=', number)
    .where('checked_by', '=', checked_by)
    .where('confirmed_at', '>', since)
    .executeTakeFirst()
  return row?.consultation_number
}

export async function putConfirmation(db: Queryable, row: Row<'vat_confirmations'>): Promise<void> {
  const { consultation_number, confirmed_at } = row
  await db
    .insertInto('vat_confirmations')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['number', 'checked_by']).doUpdateSet({ consultation_number, confirmed_at }),
    )
    .execute()
}

export async function deleteConfirmationsUntil(db: Queryable, until: string): Promise<void> {
  await db.deleteFrom('vat_confirmations').where('confirmed_at', '<=', until).execute()
}
