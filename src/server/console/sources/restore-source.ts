import { feedSource, type FeedSource } from '../../../domain/settings/sources.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { changeSettings } from '../../platform/settings/change-settings.ts'
import { lastRevision } from '../../platform/settings/settings-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { remake, type Removed, type Restorable } from '../staff/restorable.ts'
import { isPublicAddress, sourceLog, touchesSecret } from './on-source.ts'

const isThere: Restorable['isThere'] = async (db, name) => Object.keys(await sourceLog(db, name)).length > 0

/** A source as it was, switched off; undefined where the person may not make it: the rules of its form hold. */
function formerSource({ session }: ConsoleContext, { id, fields }: Removed): FeedSource | undefined {
  const read = feedSource.safeParse({ ...fields, id })
  if (!read.success || read.data.private || !isPublicAddress(read.data.from)) return undefined
  const source = { ...read.data, active: false }
  return touchesSecret(source, undefined) && !may(session, 'settings.change') ? undefined : source
}

/** Sources of feeds that were removed. They are switched off, so that nothing is fetched before somebody has looked. */
export const restorableSources: Restorable = {
  kind: 'source',
  removedBy: ['sources.remove'],
  asksFactor: true,
  isThere,
  canBe: (context, removed) => formerSource(context, removed) !== undefined,
  restore: async (context, removed) => {
    const { shop, session } = context
    const source = formerSource(context, removed)
    if (!source) throw new ConsoleError('not_possible')
    const { id: name, ...value } = source
    const who = { by: session.actor.name, now: shop.now(), since: await lastRevision(shop.db) }
    // Settings that are as they should be are written without a transaction, which `remake` would look in vain for.
    if (await isThere(shop.db, name)) throw new ConsoleError('restored_already')
    await remake(
      context,
      removed,
      { kind: 'source', operation: 'sources.restore', lock: lockImports, isThere, log: sourceLog },
      ({ db }) => changeSettings(db, [[`sources.feeds.${name}`, value]], who),
    )
  },
}
