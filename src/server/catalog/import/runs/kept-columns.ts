import type { ColumnRole, FeedChoices } from '../../../../domain/products/feed-choices.ts'

/** A profile as JSON, and the one role that a form shows each of its columns in. */
export type ShownProfile = { json: Record<string, unknown>; roles: ReadonlyMap<string, ColumnRole> }

/**
 * Whether what a profile says of a column stays although the form does not choose it: the column is "as the profile
 * says", or the form shows it in another role, because the profile reads it for both. `role` is the one that would show
 * the setting; undefined where none can.
 */
export function isKeptBeside(
  { columns }: Pick<FeedChoices, 'columns'>,
  { roles }: Pick<ShownProfile, 'roles'>,
  column: unknown,
  role?: ColumnRole,
): boolean {
  const chosen = columns.find((each) => each.column === column)
  if (chosen === undefined || chosen.role === 'ignore') return false
  if (chosen.role === 'keep') return true
  const shown = roles.get(chosen.column)
  return shown !== undefined && shown !== role && chosen.role !== role
}
