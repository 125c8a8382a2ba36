import type { ChoicesInput } from '../../../contracts/console/imports.ts'
import {
  columnRoles,
  sharedRoles,
  type ColumnChoice,
  type ColumnRole,
  type FeedChoices,
} from '../../../domain/products/feed-choices.ts'
import { lastHeaderRow } from '../../catalog/import/feeds/header-row.ts'
import type { Base } from '../../catalog/import/runs/choices-of-profile.ts'
import { choicesFault } from '../../catalog/import/runs/profile-of-choices.ts'
import { profileBy } from '../../catalog/import/runs/profile-of-row.ts'
import { isProfileName } from '../../catalog/import/runs/saved-profiles.ts'
import { ConsoleError } from '../frame/console-error.ts'

const maxNameLength = 80

/**
 * The choices as a form says them, laid over those that are stored. Throws ConsoleError or ProfileError for what is no
 * profile.
 */
export function readChoices(input: ChoicesInput, stored: FeedChoices, base: Base): FeedChoices {
  const choices: FeedChoices = {
    goal: input.goal ?? stored.goal,
    profile: input.profile,
    columns: stored.columns.map((column, at) => columnIn(input, column, String(at))),
    currency: input.currency ?? stored.currency,
    vat: input.vat ?? stored.vat,
    decimal: input.decimal ?? stored.decimal,
    thousands: input.thousands ?? stored.thousands,
    category: { en: input.category_en, sv: input.category_sv },
    separator: (input.separator ?? stored.separator).trim().slice(0, 3) || '>',
    list: (input.list ?? stored.list).trim().slice(0, 3) || '|',
    supplier: (input.supplier ?? stored.supplier).trim().toLowerCase(),
    missing: input.missing ?? stored.missing,
    maxMissing: parsePercent(input.max_missing),
    maxRejected: parsePercent(input.max_rejected),
  }
  check(choices, base)
  return choices
}

function columnIn(input: ChoicesInput, column: ColumnChoice, at: string): ColumnChoice {
  const role = columnRoles.find((each) => each === input['role:'].get(at))
  const text = (key: 'en:' | 'sv:' | 'unit:') => (input[key].get(at) ?? '').trim().slice(0, maxNameLength)
  return {
    column: column.column,
    role: role ?? column.role,
    isId: input['id:'].has(at),
    en: text('en:'),
    sv: text('sv:'),
    unit: text('unit:').slice(0, 20),
    isFilter: input['filter:'].has(at),
  }
}

/** The row that names the columns. Throws ConsoleError. */
export function parseHeaderRow(text: string): number {
  const row = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  if (row < 1 || row > lastHeaderRow) throw new ConsoleError('import_header_row', { most: lastHeaderRow })
  return row
}

function parsePercent(text: string): number {
  const number = Number(text.replace(/\s*%$/, '').replace(',', '.'))
  if (text === '' || !(number >= 0 && number <= 100)) throw new ConsoleError('import_percent')
  return Math.round(number * 100) / 100
}

function check(choices: FeedChoices, base: Base): void {
  if (!isProfileName(choices.profile)) throw new ConsoleError('import_profile_name')
  const twice = roleTwice(choices.columns)
  if (twice) throw new ConsoleError('import_role_twice', { columns: twice.join(', ') })
  const fault = choicesFault(choices, base)
  if (fault) throw new ConsoleError(`import_${fault}`)
  profileBy(choices, base)
}

/** Columns that are the same thing, of which there can be one. */
function roleTwice(columns: readonly ColumnChoice[]): string[] | undefined {
  const byRole = Map.groupBy(columns, ({ role }) => role)
  const isTwice = ([role, all]: [ColumnRole, ColumnChoice[]]) => all.length > 1 && !sharedRoles.has(role)
  return [...byRole].find(isTwice)?.[1].map(({ column }) => column)
}
