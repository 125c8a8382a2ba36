import * as z from 'zod/mini'
import { footerSettings } from '../../../domain/settings/footer.ts'
import { leavesOf, type Json } from '../../platform/settings/setting-names.ts'
import type { LogFields, Undoing } from '../staff/undo-record.ts'

export type Footer = z.output<typeof footerSettings>

export const footerSubject = { kind: 'settings', id: 'footer', label: 'footer' } as const

/** What the audit log records of the columns at the foot of every page. */
export const footerLog = (footer: Footer): LogFields => Object.fromEntries(leavesOf(footer as Json, 'footer'))

/** The changes of the columns that can be taken back. */
export function undoingOfFooter(footer: Footer): Undoing {
  return {
    subject: footerSubject,
    operations: ['settings.change', 'settings.undo'],
    now: footerLog(footer),
    canBe: (former) => footerIn(former) !== undefined,
    permission: 'content.change',
  }
}

const ids = z.array(z.string())

/** The columns of which the log has these fields; undefined where it does not have them whole. */
export function footerIn(fields: LogFields): Footer | undefined {
  const known = ids.safeParse(fields['footer.columns'])
  if (!known.success || typeof fields['footer.widget'] !== 'string') return undefined
  const columns = known.data.map((id) => {
    const of = (name: string) => fields[`footer.columns.${id}.${name}`]
    return { id, title: { en: of('title.en'), sv: of('title.sv') }, links: of('links') }
  })
  return footerSettings.safeParse({ columns, widget: fields['footer.widget'] }).data
}
