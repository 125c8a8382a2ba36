import { consolePath } from '../../../console-routes.ts'
import { restoreForm, type RemovedLine, type RemovedPage } from '../../../contracts/console/removed.ts'
import { restorableKinds } from '../../../domain/staff/restorable-kinds.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { auditOf, entriesOf, entryById } from '../../platform/audit/audit-queries.ts'
import { auditJson } from '../../platform/db/json-columns.ts'
import type { Queryable, Row } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { subjectPath } from '../frame/subject-path.ts'
import { withNames } from '../staff/audit-history.ts'
import { auditLine } from '../staff/audit-lines.ts'
import type { Removed, Restorable } from '../staff/restorable.ts'
import { restorables } from './restorables.ts'

type Entry = Row<'audit_log'>
const shownAtOnce = 30

/** The records that were removed, of the kinds that the person may change; what is not there again can be restored. */
export const removedScreen = consoleScreen<RemovedPage>({
  screen: 'removed',
  permission: 'own',
  load: removedContent,
  actions: {
    restore: consoleAction({
      permission: 'own',
      form: restoreForm,
      run: (context, { entry }) => restore(context, entry, { isStepUp: false }),
    }),
    restore_sure: consoleAction({
      permission: 'own',
      stepUp: true,
      form: restoreForm,
      run: (context, { entry }) => restore(context, entry, { isStepUp: true }),
    }),
  },
})

/** The kinds that the person may restore. */
const allowed = ({ session }: ConsoleContext): Restorable[] =>
  restorables.filter(({ kind }) => may(session, restorableKinds[kind]))

const removedIn = ({ subject_id: id, subject: label, before, at }: Entry): Removed => ({
  id,
  label,
  at,
  fields: auditJson.read(before),
})

/** Restores a record. `isStepUp`: the second factor was asked for, as the kinds with `asksFactor` demand. */
async function restore(context: ConsoleContext, entryId: string, { isStepUp }: { isStepUp: boolean }): Promise<void> {
  const entry = await entryById(context.shop.db, entryId)
  const restorable =
    entry && allowed(context).find(({ removedBy }) => removedBy.some((each) => each === entry.operation))
  if (!entry || !restorable) throw new ConsoleError('unknown')
  if ((restorable.asksFactor ?? false) !== isStepUp) throw new ConsoleError('not_possible')
  if (await restorable.isThere(context.shop.db, entry.subject_id)) throw new ConsoleError('restored_already')
  if (!(await isNewest(context.shop.db, restorable, entry))) throw new ConsoleError('restored_older')
  const removed = removedIn(entry)
  if (!restorable.canBe(context, removed)) throw new ConsoleError('not_possible')
  await restorable.restore(context, removed)
}

/** Of a record that was removed more than once, the last removal says how it was. */
async function isNewest(db: Queryable, { kind, removedBy }: Restorable, entry: Entry): Promise<boolean> {
  const entries = await auditOf(db, { kind, id: entry.subject_id })
  return entries.find(({ operation }) => removedBy.some((each) => each === operation))?.id === entry.id
}

async function removedContent(context: ConsoleContext): Promise<RemovedPage> {
  const { shop, request } = context
  const mine = allowed(context)
  const requested = mine.find(({ kind }) => kind === request.url.searchParams.get('kind'))
  const operations = (requested ? [requested] : mine).flatMap(({ removedBy }) => removedBy)
  const [, before] = /^(\d{1,15})$/.exec(request.url.searchParams.get('before') ?? '') ?? []
  const found =
    operations.length === 0
      ? []
      : await entriesOf(shop.db, operations, shownAtOnce + 1, before === undefined ? undefined : Number(before))
  const shown = found.slice(0, shownAtOnce)
  const last = found.length > shownAtOnce ? shown.at(-1) : undefined
  return {
    kinds: mine.map(({ kind }) => kind),
    kind: requested?.kind ?? null,
    lines: await linesOf(context, mine, shown),
    older: last ? consolePath('removed', {}, { kind: requested?.kind, before: String(last.seq) }) : null,
  }
}

async function linesOf(
  context: ConsoleContext,
  mine: readonly Restorable[],
  entries: readonly Entry[],
): Promise<RemovedLine[]> {
  const lines: RemovedLine[] = []
  for (const entry of entries) {
    const restorable = mine.find(({ removedBy }) => removedBy.some((each) => each === entry.operation))
    if (!restorable) continue
    const line = auditLine(entry)
    const { subjectKind, subjectId, subject } = line
    const isThere = await restorable.isThere(context.shop.db, subjectId)
    const canBe =
      !isThere && restorable.canBe(context, removedIn(entry)) && (await isNewest(context.shop.db, restorable, entry))
    lines.push({
      ...line,
      // From where somebody removed it is for those who may see the log.
      address: '',
      path: isThere ? (subjectPath(subjectKind, subjectId, subject) ?? null) : null,
      restore: canBe ? (restorable.asksFactor ? 'restore_sure' : 'restore') : null,
    })
  }
  const named = await withNames(context, lines)
  return lines.map((line, at) => ({ ...line, names: named[at]?.names ?? {} }))
}
