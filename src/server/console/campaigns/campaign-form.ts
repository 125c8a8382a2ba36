import type { CampaignFields, CampaignInput, CampaignPreviewPage } from '../../../contracts/console/campaigns.ts'
import type { PriceRow } from '../../../contracts/console/prices.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { allProducts } from '../../../domain/products/product-choice.ts'
import { amountField } from '../../../i18n/typed-numbers.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Row } from '../../platform/db/tables.ts'
import { hashSecret, newId } from '../../platform/ids.ts'
import {
  campaignWarnings,
  previewCampaign,
  type CampaignEffect,
  type CampaignPreview,
  type CampaignRule,
  type CampaignWarning,
} from '../../pricing/campaigns/campaign-prices.ts'
import type { CampaignRow } from '../../pricing/campaigns/campaign-queries.ts'
import { noEnd, periodFrom, type NewCampaign } from '../../pricing/campaigns/edit-campaigns.ts'
import { choiceJson, endingOf, ruleJson } from '../../pricing/choice/rule-json.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { productNames } from '../prices/product-names.ts'
import {
  parseAmount,
  choiceFields,
  parseChoice,
  endFields,
  parseEnd,
  parseEnding,
  noRule,
  shareField,
  parseShare,
  startFields,
  parseStart,
} from '../prices/read-price-form.ts'
import { productLink } from '../products/record/product-link.ts'

const rowsOfPart = 100
const choiceNames = ['skus', 'category', 'brand', 'from', 'to', 'status', 'stock'] as const

/** Reads a campaign as it is typed: shares and amounts are what is taken off. Throws ConsoleError. */
export function parseCampaign({ shop }: ConsoleContext, form: CampaignInput): NewCampaign {
  const { home } = shop.settings.all
  if (form.name === '') throw new ConsoleError('campaign_name')
  // Somebody who leaves everything open has more likely forgotten it than meant the whole shop.
  if (choiceNames.every((name) => form[name] === '')) throw new ConsoleError('price_all_products')
  return {
    name: form.name,
    choice: parseChoice(form),
    rule: parseRule(form),
    ending: parseEnding(form),
    startsAt: parseStart(form.start_day, form.start_time, home),
    endsAt: parseEnd(form.end_day, form.end_time, home),
  }
}

function parseRule({ how, value }: CampaignInput): CampaignRule['rule'] {
  if (how === 'amount') return { how, amount: -parseAmount(value, 1) }
  if (how === 'price') return { how, amount: parseAmount(value, 1) }
  return { how: 'percent', percent: -parseShare(value, { min: 1, max: 9_500 }) }
}

/** What the fields show of a campaign, or of a new one. */
export function campaignFields(
  { shop, session }: ConsoleContext,
  stored?: { campaign: CampaignRow; rule: Row<'campaign_rules'> | undefined },
): CampaignFields {
  const { language } = session.staff
  const { home } = shop.settings.all
  const start = startFields(stored?.campaign.starts_at ?? null, home)
  const endsAt = stored?.campaign.ends_at ?? null
  const end = endFields(endsAt === noEnd ? null : endsAt, home)
  return {
    name: stored?.campaign.name ?? '',
    start_day: start.day,
    start_time: start.time,
    end_day: end.day,
    end_time: end.time,
    ...choiceFields(stored?.rule ? choiceJson.read(stored.rule.choice) : allProducts, language),
    ...(stored?.rule ? ruleFields(stored.rule, language) : noRule),
  }
}

type WrittenRule = Pick<CampaignFields, 'how' | 'value' | 'ending'>

function ruleFields(stored: Row<'campaign_rules'>, language: Language): WrittenRule {
  const rule = ruleJson.read(stored.rule)
  const ending = endingOf(stored.ending)
  if (rule.how === 'percent') return { how: 'percent', value: shareField(-rule.percent, language), ending }
  if (rule.how === 'margin') return { ...noRule, ending }
  return { how: rule.how, value: amountField(Math.abs(rule.amount), language), ending }
}

/** What was typed, for the form that shows the effect. */
export function typedFields({ seen: _seen, part: _part, key: _key, ...fields }: CampaignInput): CampaignFields {
  return fields
}

/** A campaign that may be saved, because the person has seen exactly this effect; or the effect, to look at first. */
export type CampaignFormResult =
  | { readonly isSeen: true; readonly wanted: NewCampaign; readonly rows: CampaignPreview['rows'] }
  | { readonly isSeen: false; readonly preview: CampaignPreviewPage }

/** Reads a campaign and computes its effect. Throws ConsoleError and PriceError. */
export async function readCampaignForm(context: ConsoleContext, form: CampaignInput): Promise<CampaignFormResult> {
  const { shop } = context
  const wanted = parseCampaign(context, form)
  const { starts_at: startsAt } = periodFrom(wanted, shop.now())
  const { effects, rows } = await previewCampaign(shop, wanted, startsAt)
  const seen = nameOf(rows)
  if (form.part === '' && form.seen === seen) return { isSeen: true, wanted, rows }
  const part = /^\d{1,5}$/.test(form.part) ? Math.max(1, Number(form.part)) : 1
  const preview = await previewPage(context, effects, { seen, part, before: form.seen, key: parseKey(form) })
  return { isSeen: false, preview }
}

/** Names the prices of an effect, so that exactly these are saved. */
export function nameOf(rows: CampaignPreview['rows']): string {
  return hashSecret(JSON.stringify(rows)).slice(0, 40)
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id of the campaign that a form makes, however often it is sent. */
export function parseKey({ key }: Pick<CampaignInput, 'key'>): string {
  return uuid.test(key) ? key : newId()
}

type Shown = { seen: string; part: number; before: string; key: string }

/** The effects with the most serious warnings first. */
export async function previewPage(
  context: ConsoleContext,
  effects: readonly CampaignEffect[],
  { seen, part, before, key }: Shown,
): Promise<CampaignPreviewPage> {
  const { t } = context.request.locals
  const mayCosts = may(context.session, 'figures.view')
  const known = campaignWarnings.filter((warning) => warning !== 'below_cost' || mayCosts)
  const rank = ({ warnings }: CampaignEffect) => {
    const at = known.findIndex((warning) => warnings.includes(warning))
    return at === -1 ? known.length : at
  }
  const sorted = effects.toSorted((one, other) => rank(one) - rank(other) || (one.sku < other.sku ? -1 : 1))
  const parts = Math.max(1, Math.ceil(sorted.length / rowsOfPart))
  const shown = Math.min(part, parts)
  const page = sorted.slice((shown - 1) * rowsOfPart, shown * rowsOfPart)
  const ids = page.map(({ id }) => id)
  const names = await productNames(context, ids)
  return {
    seen,
    key,
    products: effects.length,
    reduced: effects.filter(({ after }) => after !== null).length,
    warnings: known.flatMap((warning) => {
      const count = effects.filter(({ warnings }) => warnings.includes(warning)).length
      return count === 0 ? [] : [{ text: t(`console-prices:warning.${warning}`), count }]
    }),
    part: shown,
    parts,
    isOther: before !== '' && before !== seen,
    rows: page.map((effect) => effectRow(context, effect, names)),
    base: context.shop.settings.all.home.currency,
    showsMargin: mayCosts,
  }
}

const tones = { below_cost: 'signal', above_low: 'warn', not_lower: 'warn', no_price: 'warn' } as const

/** An effect as a row; costs are for those who may see figures. */
export function effectRow(
  { session, request }: ConsoleContext,
  effect: CampaignEffect,
  names: ReadonlyMap<string, string>,
): PriceRow {
  const mayCosts = may(session, 'figures.view')
  const isShown = (warning: CampaignWarning) => warning !== 'below_cost' || mayCosts
  return {
    sku: effect.sku,
    name: names.get(effect.id) ?? '',
    address: productLink(effect),
    before: effect.before,
    after: effect.after,
    low: effect.low,
    margin: mayCosts ? effect.margin : null,
    notes: effect.warnings
      .filter(isShown)
      .map((warning) => ({ text: request.locals.t(`console-prices:warning.${warning}`), tone: tones[warning] })),
  }
}
