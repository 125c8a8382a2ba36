import {
  contentKindNames,
  contentStates,
  newItemForm,
  type ContentListPage,
  type ContentState,
} from '../../../contracts/console/content.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type ListSource } from '../lists/list-page.ts'
import { contentRows, countContent, type Column } from './content-rows.ts'
import { makeItem } from './make-item.ts'

type Filter = 'kind' | 'state'
type Value = `kind.${(typeof contentKindNames)[number]}` | `state.${ContentState}`

const source: ListSource<Column> = {
  definition: {
    name: 'content',
    columns: [
      { name: 'title', isSortable: true },
      { name: 'kind' },
      { name: 'sv' },
      { name: 'en' },
      { name: 'address' },
      { name: 'updated', isSortable: true },
    ],
    filters: [
      { name: 'kind', kind: 'choice', values: contentKindNames },
      { name: 'state', kind: 'choice', values: contentStates },
    ],
    sort: 'title',
    isRising: true,
  },
  rows: contentRows,
  count: countContent,
  columnLabel: ({ request }, column) => request.locals.t(`console-content:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-content:filter.${filter as Filter}`),
  valueLabel: ({ request }, filter, value) => request.locals.t(`console-content:${`${filter}.${value}` as Value}`),
  mayExport: ({ session }) => may(session, 'content.view'),
}

async function load(context: ConsoleContext): Promise<ContentListPage> {
  return { ...(await listPage(context, source)), mayChange: may(context.session, 'content.change') }
}

/** All pages, widgets and guides, with their state in each language. */
export const contentScreen = consoleScreen<ContentListPage>({
  screen: 'content',
  permission: 'content.view',
  load,
  doneElsewhere: ['delete'],
  actions: {
    ...listActions(source, { view: 'content.view', file: 'content.view' }),
    make: consoleAction({ permission: 'content.change', form: newItemForm, run: makeItem }),
  },
})
