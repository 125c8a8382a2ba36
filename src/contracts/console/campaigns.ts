import { z } from 'zod/mini'
import type { CampaignState } from '../../domain/money/campaign-states.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { formText } from '../form-fields.ts'
import type { ListPage } from './lists.ts'
import { choiceForm, ruleForm, type PriceTable } from './prices.ts'
import type { AuditLine } from './staff.ts'

/** `console`: made here; `feed`: came with an import; `deal`: belongs to the deal in the banner. */
export const campaignKinds = ['console', 'deal', 'feed'] as const
export type CampaignKind = (typeof campaignKinds)[number]

const period = { start_day: formText(10), start_time: formText(5), end_day: formText(10), end_time: formText(5) }
const named = { name: formText(300), ...period }
/**
 * `seen` names the effect that the person has seen, and `part` asks for another part of it; `key` makes a form that is
 * sent twice one campaign.
 */
const previewed = { seen: formText(80), part: formText(6), key: formText(60) }

export const campaignForm = z.object({ ...named, ...choiceForm, ...ruleForm, ...previewed })
export type CampaignInput = z.output<typeof campaignForm>
export const campaignChangeForm = z.object({ version: formText(80), ...campaignForm.shape })
export const campaignEndForm = z.object({
  version: formText(80),
  name: formText(300),
  end_day: formText(10),
  end_time: formText(5),
  title_sv: formText(200),
  title_en: formText(200),
})
export const dealForm = z.object({
  sku: formText(100),
  percent: formText(10),
  title_sv: formText(200),
  title_en: formText(200),
  ...period,
  seen: formText(80),
  key: formText(60),
})
export type DealInput = z.output<typeof dealForm>
export type DealFields = Readonly<Record<Exclude<keyof DealInput, 'seen' | 'key'>, string>>
export const removeCampaignForm = z.object({ sure: formText(10), version: formText(80) })

/** What the fields of a campaign show. */
export type CampaignFields = Readonly<Record<Exclude<keyof CampaignInput, 'seen' | 'part' | 'key'>, string>>

/** What a campaign would do; `seen` names it, so that exactly this is saved. */
export type CampaignPreviewPage = PriceTable & {
  readonly seen: string
  readonly key: string
  readonly products: number
  readonly reduced: number
  readonly warnings: readonly { readonly text: string; readonly count: number }[]
  /** Which part of the rows is shown, from 1. */
  readonly part: number
  readonly parts: number
  /** Prices have changed since the person saw them. */
  readonly isOther: boolean
}

export type NewCampaignPage = {
  readonly fields: CampaignFields
  readonly base: CurrencyCode
  readonly preview: CampaignPreviewPage | null
}

export type NewDealPage = { readonly fields: DealFields; readonly preview: CampaignPreviewPage | null }

/** One campaign. `edits`: what of it can be changed, everything before it begins, then its name and end. */
export type CampaignPage = NewCampaignPage & {
  readonly id: string
  readonly name: string
  readonly state: CampaignState
  readonly kind: CampaignKind
  readonly version: string
  readonly startsAt: string
  /** Null for no end. */
  readonly endsAt: string | null
  readonly rule: string
  readonly choice: string
  readonly actor: string
  readonly createdAt: string | null
  readonly deal: { readonly sku: string; readonly discount: number; readonly titles: { sv: string; en: string } } | null
  readonly products: number
  readonly table: PriceTable
  readonly next: string | null
  readonly edits: 'all' | 'end' | 'nothing'
  readonly mayChange: boolean
  readonly audit: readonly AuditLine[]
}

export type CampaignsPage = ListPage
