import { restoreTag } from '../../catalog/tags/edit-tag.ts'
import { audited } from '../../platform/audit/audit.ts'
import { auditJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { removedTags } from './tag-list-queries.ts'
import { tagIn, tagLog } from './tag-log.ts'

const maxEntries = 20

/** The tags that were deleted or merged lately, newest first, each as it was; each once. */
export async function tagsThatWent(db: Queryable) {
  const entries = await removedTags(db, maxEntries)
  const newest = new Map(entries.toReversed().map((entry) => [entry.subject_id, entry]))
  return [...newest.values()].toReversed().flatMap(({ id, subject_id: tagId, at, actor, operation, before }) => {
    const tag = tagIn(auditJson.read(before))
    return tag ? [{ entry: id, tagId, at, actor, isMerged: operation === 'tags.merge', tag }] : []
  })
}

/** Makes a tag again that went by an entry of the audit log. */
export async function restore({ shop, session }: ConsoleContext, entry: string): Promise<string> {
  const found = (await tagsThatWent(shop.db)).find((each) => each.entry === entry)
  if (!found) throw new ConsoleError('unknown')
  const { tagId: id, tag } = found
  const subject = { kind: 'tag', id, label: tag.texts[session.staff.language].name }
  const action = { operation: 'tags.restore', subject, fields: tagLog(id) }
  await audited(shop, session.actor, action, (own) => restoreTag(own, id, tag))
  return id
}
