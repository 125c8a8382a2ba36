import { consolePath } from '../../../console-routes.ts'
import {
  campaignChangeForm,
  campaignEndForm,
  removeCampaignForm,
  type CampaignFields,
  type CampaignPage,
  type CampaignPreviewPage,
} from '../../../contracts/console/campaigns.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { campaignState } from '../../../domain/money/campaign-states.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Row } from '../../platform/db/tables.ts'
import { effectsOfCampaign } from '../../pricing/campaigns/campaign-effects.ts'
import {
  countProductsOf,
  dealOfCampaign,
  ruleOfCampaign,
  type CampaignRow,
} from '../../pricing/campaigns/campaign-queries.ts'
import {
  deleteCampaign,
  noEnd,
  renameCampaign,
  replaceCampaign,
  stopCampaign,
} from '../../pricing/campaigns/edit-campaigns.ts'
import { choiceJson, endingOf, ruleJson } from '../../pricing/choice/rule-json.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { choiceText, ruleText } from '../prices/price-words.ts'
import { productNames } from '../prices/product-names.ts'
import { parseEnd } from '../prices/read-price-form.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { readCampaignForm, campaignFields, effectRow, typedFields } from './campaign-form.ts'
import { undoCampaign, undoingOfCampaign } from './campaign-undo.ts'
import { requestedCampaign, campaignVersion, onCampaign } from './on-campaign.ts'

const permission = 'prices.change'
const rowsOfPage = 100

/** One campaign: what it does to each product, and what can be changed of it. */
export const campaignScreen = consoleScreen<CampaignPage>({
  screen: 'campaign',
  permission: 'products.view',
  doneElsewhere: ['make'],
  load: async (context) => {
    const row = await requestedCampaign(context)
    return row && campaignContent(context, row)
  },
  actions: {
    change: consoleAction({
      permission,
      form: campaignChangeForm,
      run: async (context, { version, ...form }) => {
        const row = await requestedCampaign(context)
        if (!row) throw new ConsoleError('unknown')
        const result = await readCampaignForm(context, form)
        if (!result.isSeen) {
          const shown = { fields: typedFields(form), preview: result.preview, version }
          return { content: await campaignContent(context, row, shown), isQuestion: true }
        }
        await onCampaign(context, 'campaigns.change', version, (shop, id) =>
          replaceCampaign(shop, id, result.wanted, result.rows),
        )
        return consolePath('campaign', { id: row.id })
      },
    }),
    end: consoleAction({
      permission,
      form: campaignEndForm,
      run: async (context, { version, name, end_day: day, end_time: time, title_sv: sv, title_en: en }) => {
        const endsAt = parseEnd(day, time, context.shop.settings.all.home)
        const titles = sv !== '' && en !== '' ? { sv, en } : undefined
        await onCampaign(context, 'campaigns.end', version, (shop, id) =>
          renameCampaign(shop, id, { name: name === '' ? en : name, endsAt, titles }),
        )
      },
    }),
    undo: consoleAction({
      permission,
      form: undoForm,
      run: async (context, { entry }) => {
        const row = await requestedCampaign(context)
        if (!row) throw new ConsoleError('unknown')
        await undoCampaign(context, row, entry)
      },
    }),
    stop: consoleAction({
      permission,
      form: removeCampaignForm,
      run: (context, { version }) => onCampaign(context, 'campaigns.stop', version, stopCampaign),
    }),
    remove: consoleAction({
      permission,
      form: removeCampaignForm,
      run: async (context, { version }) => {
        await onCampaign(context, 'campaigns.remove', version, deleteCampaign)
        return consolePath('campaigns')
      },
    }),
  },
})

type Shown = { fields: CampaignFields; preview: CampaignPreviewPage; version: string }

async function campaignContent(context: ConsoleContext, row: CampaignRow, shown?: Shown): Promise<CampaignPage> {
  const { shop, session } = context
  const { db } = shop
  const { id } = row
  const rule = await ruleOfCampaign(db, id)
  const deal = await dealOfCampaign(db, id)
  const state = campaignState(row, shop.now().toISOString())
  const kind = id.startsWith('feed-') ? 'feed' : deal ? 'deal' : 'console'
  return {
    id,
    name: row.name,
    state,
    kind,
    version: await campaignVersion(db, id),
    fields: campaignFields(context, { campaign: row, rule }),
    preview: null,
    ...shown,
    startsAt: row.starts_at,
    endsAt: row.ends_at === noEnd ? null : row.ends_at,
    ...ruleWords(context, rule),
    deal: deal ? { sku: deal.sku, discount: deal.discount, titles: deal.titles } : null,
    products: (await countProductsOf(db, [id])).get(id) ?? 0,
    ...(await effects(context, row)),
    edits: editsOf({ kind, state, hasRule: rule !== undefined }),
    mayChange: may(session, permission),
    base: shop.settings.all.home.currency,
    audit: await undoableHistory(context, await undoingOfCampaign(context, row)),
  }
}

/** By which rule the prices were computed, in words; none of a feed's campaign. */
function ruleWords(context: ConsoleContext, rule: Row<'campaign_rules'> | undefined) {
  if (!rule) return { rule: '', choice: '', actor: '', createdAt: null }
  const base = context.shop.settings.all.home.currency
  return {
    rule: ruleText(context, { rule: ruleJson.read(rule.rule), ending: endingOf(rule.ending) }, base),
    choice: choiceText(context, choiceJson.read(rule.choice), base),
    actor: rule.actor,
    createdAt: rule.created_at,
  }
}

/** One page of what the campaign does to its products. */
async function effects(context: ConsoleContext, row: CampaignRow): Promise<Pick<CampaignPage, 'table' | 'next'>> {
  const { shop, session, request } = context
  const after = (request.url.searchParams.get('after') ?? '').slice(0, 200)
  const found = await effectsOfCampaign(shop, row, { after, limit: rowsOfPage + 1 })
  const rows = found.slice(0, rowsOfPage)
  const ids = rows.map(({ id }) => id)
  const names = await productNames(context, ids)
  const last = found.length > rowsOfPage ? rows.at(-1) : undefined
  return {
    table: {
      rows: rows.map((effect) => effectRow(context, effect, names)),
      base: shop.settings.all.home.currency,
      showsMargin: may(session, 'figures.view'),
    },
    next: last ? `?${new URLSearchParams({ after: last.id })}` : null,
  }
}

type Edited = Pick<CampaignPage, 'kind' | 'state'> & { hasRule: boolean }

function editsOf({ kind, state, hasRule }: Edited): CampaignPage['edits'] {
  if (kind === 'feed' || state === 'over') return 'nothing'
  return state === 'to_come' && hasRule ? 'all' : 'end'
}
