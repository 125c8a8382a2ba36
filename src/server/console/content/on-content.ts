import { consolePath } from '../../../console-routes.ts'
import { languages, type Language } from '../../../domain/places/locales.ts'
import { ContentError, contentKinds, type ContentKind, type Editing } from '../../content/content-item.ts'
import { readItem } from '../../content/items.ts'
import { publishIfDue } from '../../content/publish.ts'
import { valuesOf } from '../../content/records/item-values.ts'
import { lastVersions } from '../../content/version-queries.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { ConsoleFault } from '../frame/fault-texts.ts'
import { isUniqueViolation } from '../frame/is-unique-violation.ts'
import { headOfRow, stateOf } from './item-state.ts'

export type ItemKey = { readonly kind: ContentKind; readonly id: string }

/** The item of the address; throws for a kind that does not exist. */
export function requestedItem({ request }: Pick<ConsoleContext, 'request'>): ItemKey {
  const kind = contentKinds.find((each) => each === request.params['kind'])
  const id = request.params['id'] ?? ''
  if (!kind || id === '' || id.length > 200) throw new ConsoleError('unknown')
  return { kind, id }
}

export function itemPath({ kind, id }: ItemKey, query: Record<string, string> = {}): string {
  return consolePath('content-item', { kind, id }, query)
}

/**
 * Carries out something with an item in one transaction, with its entry in the audit log: what changed of its state,
 * title and address, and the number of its newest version, which has the text.
 */
export async function onContent(
  { shop, session }: ConsoleContext,
  operation: string,
  item: ItemKey,
  work: (editing: Editing & { db: DatabaseTransaction }) => Promise<void>,
): Promise<void> {
  const tags: string[] = []
  const subject = { kind: 'content', id: `${item.kind}:${item.id}`, label: item.id }
  const action = { operation, subject, fields: (trx: Queryable) => loggedFields(trx, item, shop.now()) }
  try {
    await audited(shop, session.actor, action, ({ db, now }) =>
      db.transaction().execute(async (trx) => {
        const editing = {
          db: trx,
          now,
          by: session.actor.name,
          invalidate: (some: readonly string[]) => void tags.push(...some),
        }
        for (const language of languages) await publishIfDue(editing, { ...item, language })
        await work(editing)
      }),
    )
  } catch (error) {
    throw toConsoleError(error)
  }
  if (tags.length > 0) shop.invalidate(tags)
}

const faults = {
  no_draft: 'content_no_draft',
  empty_widget: 'content_empty_widget',
  address_invalid: 'content_address_invalid',
  address_taken: 'content_address_taken',
  title_missing: 'content_title_missing',
  too_long: 'content_too_long',
  lost_edit: 'record_changed',
  not_published: 'content_not_published',
  guide_invalid: 'content_guide_invalid',
  guide_unknown: 'content_guide_unknown',
  picture_unknown: 'content_picture_unknown',
  picture_there: 'picture_there',
  picture_used: 'picture_used',
  picture_busy: 'picture_busy',
} as const satisfies Record<NonNullable<ContentError['fault']>, ConsoleFault>

function toConsoleError(error: unknown): unknown {
  if (error instanceof ContentError)
    return new ConsoleError(error.fault ? faults[error.fault] : 'not_possible', { what: error.what })
  return isUniqueViolation(error) ? new ConsoleError('content_address_taken', { what: '' }) : error
}

async function loggedFields(db: Queryable, { kind, id }: ItemKey, now: Date): Promise<Record<string, unknown>> {
  const versions = new Map((await lastVersions(db, { kind, id })).map((row) => [row.language, row.number]))
  const fields: Record<string, unknown> = {}
  for (const language of languages) Object.assign(fields, await loggedIn(language))
  return fields

  async function loggedIn(language: Language) {
    const row = await readItem(db, { kind, id, language })
    const { title, slug } = valuesOf(kind, row)
    return {
      [`${language}.state`]: stateOf(headOfRow(row), now),
      [`${language}.title`]: title,
      [`${language}.address`]: slug,
      [`${language}.publish_at`]: row?.publish_at ?? null,
      [`${language}.version`]: versions.get(language) ?? null,
    }
  }
}
