import { consolePath } from '../../../console-routes.ts'
import { campaignForm, type NewCampaignPage } from '../../../contracts/console/campaigns.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { createCampaign } from '../../pricing/campaigns/edit-campaigns.ts'
import { PriceError } from '../../pricing/choice/price-error.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { readCampaignForm, campaignFields, parseKey, typedFields } from './campaign-form.ts'
import { campaignLog, campaignSubject } from './on-campaign.ts'

const permission = 'prices.change'

/** The form that makes a campaign; it is saved when its effect has been looked at. */
export const newCampaignScreen = consoleScreen<NewCampaignPage>({
  screen: 'campaign-new',
  permission,
  load: async (context) => ({
    fields: { ...campaignFields(context), ...chosenIn(context) },
    base: context.shop.settings.all.home.currency,
    preview: null,
  }),
  actions: {
    make: consoleAction({
      permission,
      form: campaignForm,
      run: async (context, form) => {
        const { shop, session } = context
        const result = await readCampaignForm(context, form)
        if (!result.isSeen) {
          const base = shop.settings.all.home.currency
          return { content: { fields: typedFields(form), base, preview: result.preview }, isQuestion: true }
        }
        const id = parseKey(form)
        const subject = campaignSubject(id, result.wanted.name)
        const action = { operation: 'campaigns.make', subject, fields: campaignLog(id) }
        const create = (services: Shop) =>
          createCampaign(services, session.actor.name, { ...result.wanted, id }, result.rows)
        await audited(shop, session.actor, action, create).catch(ignoreAlreadyMade)
        return consolePath('campaign', { id })
      },
    }),
  },
})

/** A form that is sent twice has made its campaign already. */
function ignoreAlreadyMade(error: unknown): void {
  if (!(error instanceof PriceError) || error.fault !== 'campaign_there') throw error
}

/** What the address chooses, such as the article that a link comes from. */
function chosenIn({ request }: ConsoleContext) {
  const { searchParams } = request.url
  const text = (name: string) => (searchParams.get(name) ?? '').slice(0, 300)
  return { skus: text('sku'), category: text('category'), brand: text('brand') }
}
