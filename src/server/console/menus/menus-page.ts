import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { menusForm, type MenuColumn, type MenusPage } from '../../../contracts/console/menus.ts'
import type { FooterColumn } from '../../../domain/settings/footer.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { changeSettings } from '../../platform/settings/change-settings.ts'
import { leavesOf, valueAt, type Json } from '../../platform/settings/setting-names.ts'
import { lastRevision } from '../../platform/settings/settings-queries.ts'
import { shownSettings } from '../../platform/settings/show-settings.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import type { Desk } from '../frame/desk.ts'
import { pageTitles } from './menus-queries.ts'
import { columnsToSave, isRight, noColumn, noLink, readColumns, typedColumns } from './read-menus.ts'

type Footer = { columns: FooterColumn[]; widget: MenusPage['widget'] }

/** The columns of links at the foot of every page. */
export const menusScreen = consoleScreen<MenusPage>({
  screen: 'menus',
  permission: 'content.view',
  load: async (desk) => {
    const { columns, widget } = await storedFooter(desk.shop.db)
    return menusContent(desk, typedColumns(columns), widget)
  },
  actions: { save: consoleAction({ permission: 'content.change', form: menusForm, run: save }) },
})

async function save(desk: Desk, input: z.output<typeof menusForm>) {
  const { shop, session } = desk
  const since = await lastRevision(shop.db)
  const columns = readColumns(input['column:'], input['link:'])
  const widget = input.widget ?? 'after'
  const isOvertaken = versionOf(await storedFooter(shop.db)) !== input.version
  if (isOvertaken || !isRight(columns)) {
    const content = await menusContent(desk, withRoom(columns), widget)
    return { content: { ...content, isOvertaken }, isQuestion: true }
  }
  const footer: Footer = { columns: columnsToSave(columns), widget }
  const change = { by: session.actor.name, now: shop.now(), since }
  if ((await changeSettings(shop.db, [['footer', footer]], { ...change, isTried: true })).length === 0) return undefined
  const deed = {
    operation: 'settings.change',
    subject: { kind: 'settings', id: 'footer', label: 'footer' },
    fields: async (trx: Queryable) => Object.fromEntries(leavesOf((await storedFooter(trx)) as Json, 'footer')),
  }
  await audited(shop, session.actor, deed, ({ db }) => changeSettings(db, [['footer', footer]], change))
  return undefined
}

async function storedFooter(db: Queryable): Promise<Footer> {
  return valueAt((await shownSettings(db)).values, ['footer']) as Footer
}

function versionOf(footer: Footer): string {
  return createHash('sha256').update(JSON.stringify(footer)).digest('hex')
}

/** The form as it was typed, with room for one more column and link. */
function withRoom(columns: readonly MenuColumn[]): MenuColumn[] {
  return [...columns.map((column) => ({ ...column, links: [...column.links, noLink] })), noColumn]
}

async function menusContent(
  { shop, session }: Desk,
  columns: readonly MenuColumn[],
  widget: MenusPage['widget'],
): Promise<MenusPage> {
  return {
    version: versionOf(await storedFooter(shop.db)),
    isOvertaken: false,
    widget,
    columns,
    pages: await pageTitles(shop.db, session.staff.language),
    mayChange: may(session, 'content.change'),
  }
}
