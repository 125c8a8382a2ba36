import type * as z from 'zod/mini'
import type { undoForm } from '../../../contracts/console/staff.ts'
import { feedSource, type FeedSource } from '../../../domain/settings/sources.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { leavesOf } from '../../platform/settings/setting-names.ts'
import { lastRevision } from '../../platform/settings/settings-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { fieldsWithout, type LogFields, type Undoing } from '../staff/undo-record.ts'
import { isPublicAddress, sourcesNow, touchesSecret, writeSource } from './on-source.ts'

/** The changes of a source that the person may take back. */
export function undoingOfSource(context: ConsoleContext, source: FeedSource): Undoing {
  return {
    subject: { kind: 'source', id: source.id },
    operations: ['sources.change', 'sources.undo'],
    now: Object.fromEntries(leavesOf(source)),
    canBe: (former) => formerSource(context, source, former) !== undefined,
    permission: 'imports.change',
  }
}

/** Gives a source the settings that it had before a change. */
export async function undoSource(context: ConsoleContext, { entry }: z.output<typeof undoForm>): Promise<void> {
  const { shop, request } = context
  // What is changed after this is not overwritten.
  const since = String(await lastRevision(shop.db))
  const source = (await sourcesNow(shop)).find((each) => each.source.id === request.params['name'])?.source
  if (!source) throw new ConsoleError('unknown')
  const former = formerSource(context, source, await fieldsWithout(context, undoingOfSource(context, source), entry))
  if (!former) throw new ConsoleError('not_possible')
  const change: [string, FeedSource] = [`sources.feeds.${source.id}`, former]
  await writeSource(context, { operation: 'sources.undo', name: source.id, since, change })
}

/** A source as it was; undefined where the person may not set that: the same rules as in its form hold. */
function formerSource({ session }: ConsoleContext, now: FeedSource, former: LogFields): FeedSource | undefined {
  const read = feedSource.safeParse(former)
  if (!read.success || read.data.id !== now.id || read.data.private !== now.private) return undefined
  const source = read.data
  if (source.from !== now.from && !isPublicAddress(source.from)) return undefined
  return touchesSecret(source, now) && !may(session, 'settings.change') ? undefined : source
}
