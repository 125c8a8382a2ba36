import { consolePath } from '../../../console-routes.ts'
import { campaignForm, dealForm, type NewCampaignPage, type NewDealPage } from '../../../contracts/console/campaigns.ts'
import { campaignOf, createDeal } from '../../catalog/deal/edit-deals.ts'
import { audited } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
import { createCampaign } from '../../pricing/campaigns/edit-campaigns.ts'
import { PriceError } from '../../pricing/choice/price-error.ts'
import type { Shop } from '../../ordering/shop.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import type { Desk } from '../frame/desk.ts'
import { momentIn, shareIn } from '../prices/read-price-form.ts'
import { askedCampaign, campaignFields, keyIn, typedFields } from './campaign-form.ts'
import { campaignLog, campaignSubject } from './on-campaign.ts'

const permission = 'prices.change'

/** The form that makes a campaign; it is saved when its effect has been looked at. */
export const newCampaignScreen = consoleScreen<NewCampaignPage>({
  screen: 'campaign-new',
  permission,
  load: async (desk) => ({
    fields: { ...campaignFields(desk), ...chosenIn(desk) },
    base: desk.shop.settings.all.home.currency,
    preview: null,
  }),
  actions: {
    make: consoleAction({
      permission,
      form: campaignForm,
      run: async (desk, form) => {
        const { shop, session } = desk
        const asked = await askedCampaign(desk, form)
        if (!asked.isSeen) {
          const base = shop.settings.all.home.currency
          return { content: { fields: typedFields(form), base, preview: asked.preview }, isQuestion: true }
        }
        const id = keyIn(form)
        const subject = campaignSubject(id, asked.wanted.name)
        const deed = { operation: 'campaigns.make', subject, fields: campaignLog(id) }
        const create = (services: Shop) =>
          createCampaign(services, session.actor.name, { ...asked.wanted, id }, asked.rows)
        await audited(shop, session.actor, deed, create).catch(unlessThere)
        return consolePath('campaign', { id })
      },
    }),
  },
})

/** A form that is sent twice has made its campaign already. */
function unlessThere(error: unknown): void {
  if (!(error instanceof PriceError) || error.fault !== 'campaign_there') throw error
}

/** What the address chooses, such as the article that a link comes from. */
function chosenIn({ request }: Desk) {
  const { searchParams } = request.url
  const text = (name: string) => (searchParams.get(name) ?? '').slice(0, 300)
  return { skus: text('sku'), category: text('category'), brand: text('brand') }
}

/** The form that makes the deal in the banner of every page. */
export const newDealScreen = consoleScreen<NewDealPage>({
  screen: 'deal-new',
  permission,
  load: async ({ shop }) => ({ base: shop.settings.all.home.currency }),
  actions: {
    make: consoleAction({
      permission,
      form: dealForm,
      run: async (desk, { sku, percent, title_sv: sv, title_en: en, ...period }) => {
        const { shop, session } = desk
        const { home } = shop.settings.all
        const share = shareIn(percent, { least: 100, most: 9_500 })
        if (share % 100 !== 0) throw new ConsoleError('price_percent')
        if (sv === '' || en === '') throw new ConsoleError('deal_titles')
        const startsAt = momentIn(period.start_day, period.start_time, home) ?? shop.now().toISOString()
        const expiresAt = momentIn(period.end_day, period.end_time, home, true)
        if (expiresAt === null) throw new ConsoleError('deal_end')
        const id = newId(shop.now().getTime())
        const campaign = campaignOf(id)
        const deed = { operation: 'deals.make', subject: campaignSubject(campaign, en), fields: campaignLog(campaign) }
        const wanted = { id, sku, discount: share / 100, startsAt, expiresAt, titles: { sv, en } }
        await audited(shop, session.actor, deed, (services) => createDeal(services, wanted))
        return consolePath('campaign', { id: campaign })
      },
    }),
  },
})
