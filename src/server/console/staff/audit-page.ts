import type { ListCell, ListPage, ListQuery } from '../../../contracts/console/lists.ts'
import type { AuditLine } from '../../../contracts/console/staff.ts'
import { subjectKinds, type SubjectKind } from '../../../domain/staff/subject-kinds.ts'
import { auditChanges } from '../../../i18n/audit-changes.ts'
import { withoutPeople, type AuditReader } from '../../../i18n/audit-names.ts'
import { auditNoteText } from '../../../i18n/audit-notes.ts'
import { auditSubjectText, operationsNamed, operationText } from '../../../i18n/audit-texts.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { subjectPath } from '../frame/subject-path.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { withNames } from './audit-history.ts'
import { auditLine } from './audit-lines.ts'
import { auditPage, countAudit, type AuditQuery } from './audit-queries.ts'

type Column = 'at' | 'actor' | 'operation' | 'subject' | 'changes'

const source: ListSource<Column> = {
  definition: {
    name: 'audit',
    columns: [
      { name: 'at', isSortable: true },
      { name: 'actor' },
      { name: 'operation' },
      { name: 'subject' },
      { name: 'changes', isLong: true },
    ],
    filters: [
      { name: 'kind', kind: 'choice', values: subjectKinds },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
    ],
    sort: 'at',
  },
  rows: async (context, query, limit) => {
    const rows = await auditPage(context.shop.db, withNamedOperations(context, query), limit)
    const lines = await withNames(context, rows.map(auditLine))
    return lines.map((line, at) => auditRow(context, line, Number(rows[at]?.seq)))
  },
  count: (context, query) => countAudit(context.shop.db, withNamedOperations(context, query)),
  columnLabel: ({ request: { locals } }, column) => locals.t(`console:audit.column.${column}`),
  filterLabel: ({ request: { locals } }, filter) =>
    locals.t(`console:audit.filter.${filter as 'kind' | 'from' | 'to'}`),
  valueLabel: ({ request: { locals } }, _filter, value) => locals.t(`console:audit.kind.${value as SubjectKind}`),
  mayExport: ({ session }) => may(session, 'audit.export'),
}

/** Everything that staff, commands and programs did, newest first. */
export const auditScreen = consoleScreen<ListPage>({
  screen: 'audit',
  permission: 'audit.view',
  isSensitive: true,
  load: (context) => listPage(context, source),
  actions: listActions(source, { view: 'audit.view', file: 'audit.export' }),
})

/** A search is also for the operations that it names in the person's own language. */
function withNamedOperations({ request: { locals } }: ConsoleContext, query: ListQuery): AuditQuery {
  return { ...query, operations: query.search === '' ? [] : operationsNamed(query.search, locals.t) }
}

function auditRow({ shop, session, request: { locals } }: ConsoleContext, line: AuditLine, seq: number): KeyedRow {
  const { t } = locals
  const text = operationText(line.operation, t)
  const { home } = shop.settings.all
  const { language } = session.staff
  const address = subjectPath(line.subjectKind, line.subjectId, line.subject)
  const names = withoutPeople(line.names)
  const changes = (known: AuditLine['names']) => changesText(line, { t, language, home, names: known })
  const note = auditNoteText(line, { t, language, home })
  const cells: Record<Column, ListCell> = {
    at: { text: formatMoment(line.at, { language, home }) },
    actor: { text: line.actor, ...(line.address ? { second: line.address } : {}) },
    operation: { text, ...(note ? { second: note } : {}) },
    subject: {
      text: auditSubjectText(line, t),
      inFile: auditSubjectText({ ...line, names }, t),
      ...(address ? { address } : {}),
    },
    changes: { text: changes(line.names), inFile: changes(names) },
  }
  return { id: line.id, label: text, cells, key: { value: seq, id: seq } }
}

function changesText(line: AuditLine, reader: AuditReader): string {
  return auditChanges(line, reader)
    .map(({ label, before, after }) => `${label}: ${before} → ${after}`)
    .join('; ')
}
