import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { menusForm, type MenuColumn, type MenusPage } from '../../../contracts/console/menus.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { changeSettings } from '../../platform/settings/change-settings.ts'
import { valueAt } from '../../platform/settings/setting-names.ts'
import { lastRevision } from '../../platform/settings/settings-queries.ts'
import { shownSettings } from '../../platform/settings/show-settings.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { fieldsWithout, undoableHistory } from '../staff/undo-record.ts'
import { pageTitles } from './menus-queries.ts'
import { columnsToSave, isRight, noColumn, noLink, readColumns, typedColumns } from './read-menus.ts'
import { footerIn, footerLog, footerSubject, undoingOfFooter, type Footer } from './undo-menus.ts'

/** The columns of links at the foot of every page. */
export const menusScreen = consoleScreen<MenusPage>({
  screen: 'menus',
  permission: 'content.view',
  load: async (context) => {
    const { columns, widget } = await storedFooter(context.shop.db)
    return menusContent(context, typedColumns(columns), widget)
  },
  actions: {
    save: consoleAction({ permission: 'content.change', form: menusForm, run: save }),
    undo: consoleAction({ permission: 'content.change', form: undoForm, run: undo }),
  },
})

async function save(context: ConsoleContext, input: z.output<typeof menusForm>) {
  const { shop } = context
  const since = await lastRevision(shop.db)
  const columns = readColumns(input['column:'], input['link:'])
  const widget = input.widget ?? 'after'
  const isOvertaken = versionOf(await storedFooter(shop.db)) !== input.version
  if (isOvertaken || !isRight(columns)) {
    const content = await menusContent(context, withEmptyFields(columns), widget)
    return { content: { ...content, isOvertaken }, isQuestion: true }
  }
  const footer: Footer = { columns: columnsToSave(columns), widget }
  await write(context, { operation: 'settings.change', footer, since })
  return undefined
}

/** Shows the columns again that there were before a change. */
async function undo(context: ConsoleContext, { entry }: z.output<typeof undoForm>): Promise<void> {
  // What is changed after this is not overwritten.
  const since = await lastRevision(context.shop.db)
  const now = await storedFooter(context.shop.db)
  const footer = footerIn(await fieldsWithout(context, undoingOfFooter(now), entry))
  if (!footer) throw new ConsoleError('not_possible')
  await write(context, { operation: 'settings.undo', footer, since })
}

type Write = { operation: 'settings.change' | 'settings.undo'; footer: Footer; since: number }

async function write({ shop, session }: ConsoleContext, { operation, footer, since }: Write): Promise<void> {
  const change = { by: session.actor.name, now: shop.now(), since }
  if ((await changeSettings(shop.db, [['footer', footer]], { ...change, isTried: true })).length === 0) {
    // Whoever undoes at the same time as somebody else is told, and not that they have undone it.
    if (operation === 'settings.undo') throw new ConsoleError('record_changed')
    return
  }
  const fields = async (trx: Queryable) => footerLog(await storedFooter(trx))
  const action = { operation, subject: footerSubject, fields }
  await audited(shop, session.actor, action, ({ db }) => changeSettings(db, [['footer', footer]], change))
}

async function storedFooter(db: Queryable): Promise<Footer> {
  return valueAt((await shownSettings(db)).values, ['footer']) as Footer
}

function versionOf(footer: Footer): string {
  return createHash('sha256').update(JSON.stringify(footer)).digest('hex')
}

/** The form as it was typed, with room for one more column and link. */
function withEmptyFields(columns: readonly MenuColumn[]): MenuColumn[] {
  return [...columns.map((column) => ({ ...column, links: [...column.links, noLink] })), noColumn]
}

async function menusContent(
  context: ConsoleContext,
  columns: readonly MenuColumn[],
  widget: MenusPage['widget'],
): Promise<MenusPage> {
  const { shop, session } = context
  const stored = await storedFooter(shop.db)
  return {
    version: versionOf(stored),
    isOvertaken: false,
    widget,
    columns,
    pages: await pageTitles(shop.db, session.staff.language),
    audit: await undoableHistory(context, undoingOfFooter(stored)),
    mayChange: may(session, 'content.change'),
  }
}
