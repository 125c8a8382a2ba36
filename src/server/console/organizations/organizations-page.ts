import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import { organizationMakeForm } from '../../../contracts/console/organizations.ts'
import { countryName, formatMoment } from '../../../i18n/formats.ts'
import { documentAmount } from '../../../i18n/money.ts'
import { organizationBy } from '../../identity/customer-queries.ts'
import { makeOrganization } from '../../identity/organizations/change-organization.ts'
import { lockBuyers } from '../../ordering/checkout/limit-queries.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { countOrganizations, organizationListRows } from './organization-list-queries.ts'

type Column = 'name' | 'number' | 'country' | 'members' | 'limit' | 'since'

const source: ListSource<Column> = {
  definition: {
    name: 'organizations',
    columns: [
      { name: 'name' },
      { name: 'number' },
      { name: 'members', isAmount: true },
      { name: 'limit', isAmount: true },
      { name: 'since', isSortable: true },
      { name: 'country', isExtra: true },
    ],
    filters: [{ name: 'credit', kind: 'choice', values: ['yes'] }],
    sort: 'since',
  },
  rows: async (context, query, limit) =>
    (await organizationListRows(context.shop, query, limit)).map((row) => organizationRow(context, row)),
  count: ({ shop }, query) => countOrganizations(shop, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-organizations:column.${column}`),
  filterLabel: ({ request }) => request.locals.t('console-organizations:credit'),
  valueLabel: ({ request }) => request.locals.t('console:yes'),
  mayExport: () => false,
}
const { save_view, remove_view } = listActions(source, { view: 'customers.view', file: 'customers.export' })

/** The organizations that buy, newest first. */
export const organizationsScreen = consoleScreen<ListPage>({
  screen: 'organizations',
  permission: 'customers.view',
  isSensitive: true,
  load: (context) => listPage(context, source),
  actions: {
    save_view,
    remove_view,
    make: consoleAction({
      permission: 'customers.change',
      form: organizationMakeForm,
      run: async ({ shop, session }, { name, number, country }) => {
        if (name === '' || number === '' || !shop.settings.all.sales.countries.includes(country))
          throw new ConsoleError('required')
        const id = newId(shop.now().getTime())
        const action = {
          operation: 'organizations.make',
          subject: { kind: 'organization', id, label: id },
          guard: async (trx: DatabaseTransaction) => {
            await lockBuyers(trx, [`organization ${number}`])
            if (await organizationBy(trx, number)) throw new ConsoleError('number_taken')
          },
        }
        await audited(shop, session.actor, action, (services) =>
          makeOrganization(services, { id, name, number, country }),
        )
        return consolePath('organization', { id })
      },
    }),
  },
})

type Row = Awaited<ReturnType<typeof organizationListRows>>[number]

function organizationRow({ shop, session }: ConsoleContext, row: Row): KeyedRow {
  const { language } = session.staff
  const { home } = shop.settings.all
  const cells: Record<Column, ListCell> = {
    name: { text: row.name, address: consolePath('organization', { id: row.id }) },
    number: { text: row.organization_number },
    country: { text: countryName(row.country, language) },
    members: { text: String(row.members) },
    limit: { text: documentAmount(row.credit_limit, home.currency, language) },
    since: { text: formatMoment(row.created_at, { language, home }) },
  }
  return { id: row.id, label: row.name, cells, key: { value: row.created_at, id: row.id } }
}
