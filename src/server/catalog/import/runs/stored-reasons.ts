import type { FileReason } from '../../../../domain/products/file-reasons.ts'
import type { RowReason } from '../../../../domain/products/row-reasons.ts'
import type { FeedReport } from '../feed-report.ts'
import { reasonsJson } from './run-json.ts'

const maxValueLength = 200
const maxFaultLength = 1_000
const maxNotes = 50

type AnyReason = FileReason | RowReason
type Values = AnyReason['values']

/** No value is longer than what is shown of it, and none has what PostgreSQL does not store. */
export function storedValues(values: Values): Values {
  const cut = (value: string | number) =>
    typeof value === 'number' ? value : value.replaceAll('\u0000', '').slice(0, maxValueLength)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(value)]))
}

/** What is kept of notes and doubts: the code with its values, and the English sentence for codes that are unknown. */
export function storedReasons(reasons: readonly AnyReason[]): AnyReason[] {
  return reasons.slice(0, maxNotes).map((each) => ({
    ...each,
    reason: each.reason.replaceAll('\u0000', '').slice(0, maxFaultLength),
    values: storedValues(each.values),
  }))
}

/** The columns that say why nothing was done with a file. */
export function faultOf(reasons: readonly FileReason[]): { fault: string; fault_reasons: string } {
  const fault = reasons.map(({ reason }) => reason).join(' ')
  return { fault: fault.replaceAll('\u0000', '').slice(0, maxFaultLength), fault_reasons: reasonsText(reasons) }
}

/** Codes with values as they are stored; empty for none. */
export function reasonsText(reasons: readonly FileReason[]): string {
  if (reasons.length === 0) return ''
  return reasonsJson.write(
    reasons.slice(0, maxNotes).map(({ code, values }) => ({ code, values: storedValues(values) })),
  )
}

/** What an import says of a file in the end. */
export function notesOf({ notes, missing }: FeedReport): AnyReason[] {
  return [...storedReasons(notes), ...storedReasons(missing?.refused ? [missing.refused] : [])]
}
