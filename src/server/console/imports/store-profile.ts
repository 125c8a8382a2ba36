import { isDeepStrictEqual } from 'node:util'
import type { Base } from '../../catalog/import/runs/choices-of-profile.ts'
import { storeProfileText } from '../../catalog/import/runs/profile-text-queries.ts'
import { deleteProfile, saveProfile, savedProfile } from '../../catalog/import/runs/saved-profiles.ts'
import { audited } from '../../platform/audit/audit.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'

/**
 * The version of the profile that saving under a name replaces; undefined for a new name. Throws ConsoleError where
 * another profile has the name, or somebody has changed this one since it was chosen.
 */
export async function profileBefore({ shop }: ConsoleContext, base: Base, name: string): Promise<string | undefined> {
  const before = await savedProfile(shop.env.SHOP_DATA, name)
  if (!before) return undefined
  const same = before.profile && isDeepStrictEqual(JSON.parse(JSON.stringify(before.profile)), base.json)
  if (!same) throw new ConsoleError('import_profile_there', { name })
  return before.version
}

type StoreOperation = 'imports.profile' | 'imports.restore_profile'
type Saved = { name: string; text: string; version: string | undefined; operation: StoreOperation }

/**
 * Saves a profile's text where it is still the one that somebody saw, with an entry in the log, and keeps the text
 * before it.
 */
export async function storeText(context: ConsoleContext, { operation, ...saved }: Saved): Promise<void> {
  const data = context.shop.env.SHOP_DATA
  await onProfile(context, { operation, name: saved.name, event: 'changed', text: saved.text }, () =>
    saveProfile(data, saved),
  )
}

/** Removes a profile that is still the one that somebody saw; its text can be restored. */
export async function dropProfile(context: ConsoleContext, profile: { name: string; version: string }): Promise<void> {
  const data = context.shop.env.SHOP_DATA
  await onProfile(context, { operation: 'imports.remove_profile', name: profile.name, event: 'removed' }, () =>
    deleteProfile(data, profile),
  )
}

type Change = {
  operation: StoreOperation | 'imports.remove_profile'
  name: string
  event: 'changed' | 'removed'
  text?: string
}

/** Throws ConsoleError where `write` says that the file is not as it was seen. */
async function onProfile(
  { shop, session }: ConsoleContext,
  { operation, name, event, text }: Change,
  write: () => Promise<boolean>,
): Promise<void> {
  const subject = { kind: 'profile', id: name, label: name }
  const keep = async (trx: DatabaseTransaction) => {
    // Of two people at the same time, the second reads the file that the first has written.
    await lockImports(trx)
    const before = await savedProfile(shop.env.SHOP_DATA, name)
    // A file that is no profile may hold anything, and could not be saved again.
    if (before?.profile && before.text !== text) {
      const at = shop.now().toISOString()
      await storeProfileText(trx, { name, at, actor: session.actor.name, event, text: before.text })
    }
    if (!(await write())) throw new ConsoleError('record_changed')
  }
  await audited(shop, session.actor, { operation, subject }, ({ db }) => db.transaction().execute(keep))
}
