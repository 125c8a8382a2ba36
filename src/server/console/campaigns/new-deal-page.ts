import { consolePath } from '../../../console-routes.ts'
import { dealForm, type DealFields, type DealInput, type NewDealPage } from '../../../contracts/console/campaigns.ts'
import { allProducts } from '../../../domain/products/product-choice.ts'
import { campaignOf, createDeal, type NewDeal } from '../../catalog/deal/edit-deals.ts'
import { audited } from '../../platform/audit/audit.ts'
import { previewCampaign } from '../../pricing/campaigns/campaign-prices.ts'
import { periodFrom } from '../../pricing/campaigns/edit-campaigns.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { parseEnd, parseShare, parseStart } from '../prices/read-price-form.ts'
import { parseKey, nameOf, previewPage } from './campaign-form.ts'
import { campaignLog, campaignSubject } from './on-campaign.ts'

const permission = 'prices.change'
const empty: DealFields = {
  sku: '',
  percent: '',
  title_sv: '',
  title_en: '',
  start_day: '',
  start_time: '',
  end_day: '',
  end_time: '',
}

/** The form that makes the deal in the banner of every page; it is saved when its effect has been looked at. */
export const newDealScreen = consoleScreen<NewDealPage>({
  screen: 'deal-new',
  permission,
  load: async () => ({ fields: empty, preview: null }),
  actions: {
    make: consoleAction({
      permission,
      form: dealForm,
      run: async (context, form) => {
        const { shop, session } = context
        const wanted = parseDeal(context, form)
        const preview = await previewOf(context, form, wanted)
        if (form.seen !== preview.seen) {
          const { seen: _seen, key: _key, ...fields } = form
          return { content: { fields, preview }, isQuestion: true }
        }
        const campaign = campaignOf(wanted.id)
        const subject = campaignSubject(campaign, wanted.titles.en)
        const action = { operation: 'deals.make', subject, fields: campaignLog(campaign) }
        await audited(shop, session.actor, action, (services) => createDeal(services, wanted))
        return consolePath('campaign', { id: campaign })
      },
    }),
  },
})

/** Reads a deal as it is typed. Throws ConsoleError and PriceError. */
function parseDeal({ shop }: ConsoleContext, form: DealInput): NewDeal & { id: string } {
  const { home } = shop.settings.all
  const share = parseShare(form.percent, { min: 100, max: 9_500 })
  if (share % 100 !== 0) throw new ConsoleError('price_percent')
  if (form.title_sv === '' || form.title_en === '') throw new ConsoleError('deal_titles')
  const endsAt = parseEnd(form.end_day, form.end_time, home)
  if (endsAt === null) throw new ConsoleError('deal_end')
  const period = periodFrom({ startsAt: parseStart(form.start_day, form.start_time, home), endsAt }, shop.now())
  return {
    id: parseKey(form),
    sku: form.sku,
    discount: share / 100,
    startsAt: period.starts_at,
    expiresAt: period.ends_at,
    titles: { sv: form.title_sv, en: form.title_en },
  }
}

/** What the deal does to its product: its prices are rounded as `createDeal` rounds them. */
async function previewOf(
  context: ConsoleContext,
  form: DealInput,
  { id, sku, discount, startsAt }: NewDeal & { id: string },
) {
  const rule = {
    choice: { ...allProducts, skus: [sku] },
    rule: { how: 'percent', percent: -100 * discount },
    ending: 'ore',
    rounding: 'nearest',
  } as const
  const { effects, rows } = await previewCampaign(context.shop, rule, startsAt)
  return previewPage(context, effects, { seen: nameOf(rows), part: 1, before: form.seen, key: id })
}
