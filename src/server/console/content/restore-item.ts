import { languages } from '../../../domain/places/locales.ts'
import type { ContentKind } from '../../content/content-item.ts'
import { readItem } from '../../content/items.ts'
import { valuesOfVersion } from '../../content/records/item-values.ts'
import { missingPictures, withoutPictures } from '../../content/records/missing-pictures.ts'
import { saveValues } from '../../content/records/save-values.ts'
import { deletedVersions } from '../../content/version-queries.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { Removed, Restorable } from '../staff/restorable.ts'
import { onContent } from './on-content.ts'

type Item = { kind: Exclude<ContentKind, 'widget'>; id: string }

/** The page or guide of an entry such as `page:about-us`. */
function itemOf(subject: string): Item | undefined {
  const [, kind, id = ''] = /^(page|guide):(.+)$/s.exec(subject) ?? []
  return kind === 'page' || kind === 'guide' ? { kind, id } : undefined
}

async function isThere(db: Queryable, subject: string): Promise<boolean> {
  const item = itemOf(subject)
  if (!item) return false
  const rows = await Promise.all(languages.map((language) => readItem(db, { ...item, language })))
  return rows.some((row) => row !== undefined)
}

/** Pages and guides that were deleted: as drafts, with their addresses, and without pictures that are gone. */
export const restorableContent: Restorable = {
  kind: 'content',
  removedBy: ['content.delete'],
  isThere,
  canBe: (_context, { id }) => itemOf(id) !== undefined,
  restore,
}

async function restore(context: ConsoleContext, { id: subject }: Removed): Promise<void> {
  const item = itemOf(subject)
  if (!item) throw new ConsoleError('not_possible')
  await onContent(context, 'content.restore', item, async (editing) => {
    // Of two people who restore it at once, the second one sees what the first one made.
    await lockImports(editing.db)
    if (await isThere(editing.db, subject)) throw new ConsoleError('restored_already')
    const versions = await deletedVersions(editing.db, item)
    if (versions.length === 0) throw new ConsoleError('not_possible')
    const missing = await missingPictures({ db: editing.db, kind: context.shop.kind }, versions)
    for (const version of versions) {
      const values = withoutPictures(valuesOfVersion(version), missing.get(version.number) ?? [])
      await saveValues(editing, { ...item, language: version.language }, values)
    }
  })
}
