import { consolePath } from '../../../console-routes.ts'
import { campaignKinds, type CampaignKind, type CampaignsPage } from '../../../contracts/console/campaigns.ts'
import type { ListCell } from '../../../contracts/console/lists.ts'
import { campaignState, campaignStates, type CampaignState } from '../../../domain/money/campaign-states.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { countProductsOf } from '../../pricing/campaigns/campaign-queries.ts'
import { noEnd } from '../../pricing/campaigns/edit-campaigns.ts'
import { endingOf, ruleJson } from '../../pricing/choice/rule-json.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { ruleText } from '../prices/price-words.ts'
import { campaignListRows, countCampaigns } from './campaign-list-queries.ts'

type Column = 'name' | 'state' | 'kind' | 'rule' | 'products' | 'from' | 'until'
type Filter = 'state' | 'kind'
type Value = `state.${CampaignState}` | `kind.${CampaignKind}`

const campaignTones: Readonly<Record<CampaignState, NonNullable<ListCell['tone']>>> = {
  runs: 'good',
  to_come: 'plain',
  over: 'plain',
}

const source: ListSource<Column> = {
  definition: {
    name: 'campaigns',
    columns: [
      { name: 'name', isSortable: true, isLong: true },
      { name: 'state' },
      { name: 'kind' },
      { name: 'rule' },
      { name: 'products', isAmount: true },
      { name: 'from', isSortable: true },
      { name: 'until', isSortable: true },
    ],
    filters: [
      { name: 'state', kind: 'choice', values: campaignStates },
      { name: 'kind', kind: 'choice', values: campaignKinds },
    ],
    sort: 'from',
  },
  rows: async (context, query, limit) => {
    const { shop } = context
    const rows = await campaignListRows(shop, query, shop.now().toISOString(), limit)
    const counts = await countProductsOf(
      shop.db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => campaignRow(context, row, { sort: query.sort, products: counts.get(row.id) ?? 0 }))
  },
  count: ({ shop }, query) => countCampaigns(shop, query, shop.now().toISOString()),
  columnLabel: ({ request }, column) => request.locals.t(`console-prices:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-prices:filter.${filter as Filter}`),
  valueLabel: ({ request }, filter, value) => request.locals.t(`console-prices:${`${filter}.${value}` as Value}`),
  mayExport: ({ session }) => may(session, 'products.view'),
}

/** All campaigns, those that begin last first. */
export const campaignsScreen = consoleScreen<CampaignsPage>({
  screen: 'campaigns',
  permission: 'products.view',
  load: (context) => listPage(context, source),
  doneElsewhere: ['remove'],
  actions: listActions(source, { view: 'products.view', file: 'products.view' }),
})

type Row = Awaited<ReturnType<typeof campaignListRows>>[number]

function campaignRow(
  context: ConsoleContext,
  row: Row,
  { sort, products }: { sort: string; products: number },
): KeyedRow {
  const { shop, session, request } = context
  const { t } = request.locals
  const { home } = shop.settings.all
  const at = (iso: string) => formatMoment(iso, { language: session.staff.language, home })
  const state = campaignState(row, shop.now().toISOString())
  const kind: CampaignKind = row.id.startsWith('feed-') ? 'feed' : row.is_deal === 1 ? 'deal' : 'console'
  const name = row.name === '' ? t('console-prices:no_name') : row.name
  const cells: Record<Column, ListCell> = {
    name: { text: name, address: consolePath('campaign', { id: row.id }) },
    state: { text: t(`console-prices:state.${state}`), tone: campaignTones[state] },
    kind: { text: t(`console-prices:kind.${kind}`) },
    rule: {
      text:
        row.rule === null
          ? ''
          : ruleText(context, { rule: ruleJson.read(row.rule), ending: endingOf(row.ending ?? '') }, home.currency),
    },
    products: { text: String(products) },
    from: { text: at(row.starts_at) },
    until: { text: row.ends_at === noEnd ? '' : at(row.ends_at) },
  }
  const value = sort === 'name' ? row.name : sort === 'until' ? row.ends_at : row.starts_at
  return { id: row.id, label: name, cells, key: { value, id: row.id } }
}
