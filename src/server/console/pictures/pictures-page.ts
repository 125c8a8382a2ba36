import { consolePath } from '../../../console-routes.ts'
import type { ListCell } from '../../../contracts/console/lists.ts'
import type { PicturesPage } from '../../../contracts/console/pictures.ts'
import { imageKind } from '../../../domain/products/products.ts'
import { formatBytes, formatMoment } from '../../../i18n/formats.ts'
import { pictureHref } from '../../../routes.ts'
import type { LibraryRow } from '../../content/pictures/library-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { countLibrary, libraryListRows } from './library-list-queries.ts'

type Column = 'picture' | 'name' | 'alt' | 'size' | 'added'

const source: ListSource<Column> = {
  definition: {
    name: 'pictures',
    columns: [
      { name: 'picture' },
      { name: 'name', isSortable: true },
      { name: 'alt', isLong: true },
      { name: 'size' },
      { name: 'added', isSortable: true },
    ],
    filters: [{ name: 'alt', kind: 'choice', values: ['missing'] }],
    sort: 'added',
  },
  rows: async (context, query, limit) =>
    (await libraryListRows(context.shop.db, query, limit)).map((row) => rowOf(context, row, query.sort)),
  count: ({ shop }, query) => countLibrary(shop.db, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-pictures:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-pictures:filter.${filter as 'alt'}`),
  valueLabel: ({ request }, filter, value) =>
    request.locals.t(`console-pictures:${`${filter}.${value}` as 'alt.missing'}`),
  mayExport: ({ session }) => may(session, 'content.view'),
}

function rowOf({ session, request: { locals } }: ConsoleContext, row: LibraryRow, sort: Column): KeyedRow {
  const { id, name, picture_id, width, height, bytes, alt_en, alt_sv } = row
  const own = session.staff.language
  const [first, second] = own === 'sv' ? [alt_sv, alt_en] : [alt_en, alt_sv]
  const hasBoth = first !== '' && second !== ''
  const cells: Record<Column, ListCell> = {
    picture: { text: '', picture: pictureHref(picture_id, imageKind.thumb, 'webp') },
    name: { text: name, address: consolePath('picture', { id }) },
    alt: {
      text: hasBoth ? first : [first, second].filter((text) => text !== '').join(', '),
      ...(hasBoth ? {} : { second: locals.t('console-pictures:alt.missing') }),
    },
    size: { text: `${width} × ${height}`, second: formatBytes(bytes, own) },
    added: { text: formatMoment(row.added_at, locals.shopping), second: row.added_by },
  }
  return { id, label: name, cells, key: { value: sort === 'name' ? name : row.added_at, id } }
}

/** The pictures that texts of pages can show. */
export const picturesScreen = consoleScreen<PicturesPage>({
  screen: 'pictures',
  permission: 'content.view',
  load: async (context) => ({
    ...(await listPage(context, source)),
    mayChange: may(context.session, 'content.change'),
  }),
  actions: listActions(source, { view: 'content.view', file: 'content.view' }),
  doneElsewhere: ['upload', 'delete'],
})
