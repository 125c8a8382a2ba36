import { consolePath } from '../../../console-routes.ts'
import type { ListCell } from '../../../contracts/console/lists.ts'
import { tagRestoreForm, type TagsPage } from '../../../contracts/console/tags.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { restore, tagsThatWent } from './removed-tags.ts'
import { countTags, tagListRows } from './tag-list-queries.ts'

type Column = 'name' | 'other' | 'products' | 'slug'

const source: ListSource<Column> = {
  definition: {
    name: 'tags',
    columns: [
      { name: 'name', isSortable: true },
      { name: 'products', isAmount: true },
      { name: 'other' },
      { name: 'slug', isSortable: true },
    ],
    filters: [{ name: 'products', kind: 'choice', values: ['none'] }],
    sort: 'name',
    isRising: true,
  },
  rows: async ({ shop, session }, query, limit) =>
    (await tagListRows(shop.db, session.staff.language, query, limit)).map((row) => tagRow(row, query.sort)),
  count: ({ shop, session }, query) => countTags(shop.db, session.staff.language, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-tags:column.${column}`),
  filterLabel: ({ request }) => request.locals.t('console-tags:column.products'),
  valueLabel: ({ request }) => request.locals.t('console-tags:without_products'),
  mayExport: ({ session }) => may(session, 'products.view'),
}

async function load(context: ConsoleContext): Promise<TagsPage> {
  const { shop, session } = context
  const removed = may(session, 'products.change') ? await tagsThatWent(shop.db) : []
  return {
    ...(await listPage(context, source)),
    removed: removed.map(({ entry, at, actor, isMerged, tag }) => ({
      entry,
      at,
      actor,
      isMerged,
      name: tag.texts[session.staff.language].name,
      products: tag.products.length,
    })),
  }
}

/** All tags by name, and those that can be restored. */
export const tagsScreen = consoleScreen<TagsPage>({
  screen: 'tags',
  permission: 'products.view',
  doneElsewhere: ['remove'],
  load,
  actions: {
    ...listActions(source, { view: 'products.view', file: 'products.view' }),
    restore: consoleAction({
      permission: 'products.change',
      form: tagRestoreForm,
      run: async (context, { entry }) => consolePath('tag', { id: await restore(context, entry) }),
    }),
  },
})

type Row = Awaited<ReturnType<typeof tagListRows>>[number]

function tagRow(row: Row, sort: string): KeyedRow {
  const cells: Record<Column, ListCell> = {
    name: { text: row.name, address: consolePath('tag', { id: row.id }) },
    other: { text: row.other },
    products: { text: String(row.products) },
    slug: { text: row.slug },
  }
  return { id: row.id, label: row.name, cells, key: { value: sort === 'slug' ? row.slug : row.name, id: row.id } }
}
