import { consolePath } from '../../../console-routes.ts'
import {
  priceChangeParts,
  type PriceChangePage,
  type PriceChangePart,
} from '../../../contracts/console/price-changes.ts'
import type { PriceRow } from '../../../contracts/console/prices.ts'
import { removeProductForm } from '../../../contracts/console/product.ts'
import { emptyForm } from '../../../contracts/console/staff.ts'
import { marginOf } from '../../../domain/money/price-rules.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { lowsBefore } from '../../pricing/choice/price-facts.ts'
import { choiceJson, endingOf, ruleJson } from '../../pricing/choice/rule-json.ts'
import { workAtChange } from '../../pricing/price-changes/carry-out-changes.ts'
import {
  shownRows,
  sumsOfChange,
  type PriceChange,
  type PriceChangeRow,
} from '../../pricing/price-changes/change-queries.ts'
import { removeChange, startChange, undoChange } from '../../pricing/price-changes/edit-changes.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { choiceText, ruleText } from '../prices/price-words.ts'
import { productNames } from '../prices/product-names.ts'
import { productLink } from '../products/record/product-link.ts'
import { historyOf } from '../staff/audit-history.ts'
import { requestedChange, onPriceChange } from './on-price-change.ts'

const permission = 'prices.change'
const rowsOfPage = 100
/** How long the request that starts a change works at it; the job does the rest. */
const firstMs = 1_000

/** One change of many prices: what it does to each product, and how far it is. */
export const priceChangeScreen = consoleScreen<PriceChangePage>({
  screen: 'price-change',
  permission: 'prices.view',
  doneElsewhere: ['make'],
  load: async (context) => {
    const change = await requestedChange(context)
    return change && changeContent(context, change)
  },
  actions: {
    start: consoleAction({
      permission,
      form: emptyForm,
      run: (context) => workSome(context, 'start'),
    }),
    undo: consoleAction({
      permission,
      form: removeProductForm,
      run: async (context, { sure }) => {
        if (sure !== 'yes') throw new ConsoleError('not_sure')
        return workSome(context, 'undo')
      },
    }),
    remove: consoleAction({
      permission,
      form: emptyForm,
      run: async (context) => {
        await onPriceChange(context, 'price_changes.remove', removeChange)
        return consolePath('price-changes')
      },
    }),
  },
})

async function workSome(context: ConsoleContext, what: 'start' | 'undo'): Promise<string> {
  const { id } =
    what === 'start'
      ? await onPriceChange(context, 'price_changes.start', startChange)
      : await onPriceChange(context, 'price_changes.undo', undoChange)
  await workAtChange(context.shop, id, { until: performance.now() + firstMs })
  return consolePath('price-change', { id })
}

async function changeContent(context: ConsoleContext, change: PriceChange): Promise<PriceChangePage> {
  const { shop, session, request } = context
  const { db } = shop
  const { id } = change
  const { home } = shop.settings.all
  const base = home.currency
  const { searchParams } = request.url
  const mayCosts = may(session, 'figures.view')
  const parts = priceChangeParts.filter((each) => each !== 'below_cost' || mayCosts)
  const part = parts.find((each) => each === searchParams.get('show')) ?? 'all'
  const after = /^\d{1,9}$/.test(searchParams.get('after') ?? '') ? Number(searchParams.get('after')) : 0
  const found =
    change.state === 'preparing' ? [] : await shownRows(db, id, { shown: part, after, limit: rowsOfPage + 1 })
  const rows = found.slice(0, rowsOfPage)
  const sums = change.state === 'preparing' ? null : await sumsOfChange(db, id)
  return {
    id,
    state: change.state,
    rule: ruleText(context, { rule: ruleJson.read(change.rule), ending: endingOf(change.ending) }, base),
    choice: choiceText(context, choiceJson.read(change.choice), base),
    actor: change.actor,
    createdAt: change.created_at,
    startedAt: change.started_at,
    endedAt: change.ended_at,
    undoneAt: change.undone_at,
    counts: countsOf(change),
    sums: sums && { ...sums, belowCost: mayCosts ? sums.belowCost : 0 },
    part,
    parts,
    table: { rows: await tableRows(context, change, rows), base, showsMargin: mayCosts },
    next: found.length > rowsOfPage ? pageAddress(part, rows.at(-1)?.position ?? 0) : null,
    mayChange: may(session, permission),
    audit: await historyOf(context, { kind: 'price_change', id }),
  }
}

function countsOf({ total, changed, refused, undone, kept, cursor }: PriceChange): PriceChangePage['counts'] {
  return { total, changed, refused, undone, kept, cursor }
}

function pageAddress(part: PriceChangePart, after: number): string {
  return `?${new URLSearchParams({ ...(part === 'all' ? {} : { show: part }), after: String(after) })}`
}

/** The rows as they are shown, with the lowest price of the 30 days before the change. */
async function tableRows(
  context: ConsoleContext,
  change: PriceChange,
  rows: readonly PriceChangeRow[],
): Promise<PriceRow[]> {
  const { shop, session, request } = context
  const { t } = request.locals
  const ids = rows.map((row) => row.product_id)
  const moment = change.started_at ?? shop.now().toISOString()
  const lows = await lowsBefore(shop.db, shop.settings.all, ids, moment)
  const names = await productNames(context, ids)
  const mayCosts = may(session, 'figures.view')
  return rows.map((row) => {
    const { after, cost, vat_rate: vatRate } = row
    const margin = after === null || cost === null || !mayCosts ? null : marginOf(after, cost, vatRate)
    const isLoss = margin !== null && margin < 0 && row.state !== 'skipped'
    return {
      sku: row.sku,
      name: names.get(row.product_id) ?? '',
      address: productLink({ id: row.product_id, sku: row.sku }),
      before: row.before,
      after: row.state === 'skipped' ? null : after,
      low: lows.get(row.product_id) ?? null,
      margin,
      notes: [
        ...(isLoss ? [{ text: t('console-prices:warning.below_cost'), tone: 'signal' as const }] : []),
        ...(change.state === 'ready' && row.state === 'waiting' ? [] : [noteOf(context, row)]),
      ],
    }
  })
}

const tones = { waiting: '', skipped: '', done: 'good', refused: 'warn', undone: '', kept: 'warn' } as const
const reasons = ['no_price', 'follows_cost', 'no_cost', 'out_of_range', 'same', 'changed', 'gone'] as const

function noteOf({ request }: ConsoleContext, { state, reason }: PriceChangeRow): PriceRow['notes'][number] {
  const { t } = request.locals
  const why = reasons.find((each) => each === reason)
  const text = t(`console-prices:row.${state}`)
  return { text: why ? `${text}: ${t(`console-prices:reason.${why}`)}` : text, tone: tones[state] }
}
