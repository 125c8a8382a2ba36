import type { FiguresPage } from '../../contracts/console/figures.ts'
import type { Language } from '../../domain/places/locales.ts'
import { formatNumber, formatPercent } from '../../i18n/formats.ts'
import { documentAmount } from '../../i18n/money.ts'
import type { Translate } from '../../i18n/translator.ts'

/** A row of the summary: what it is, now, before, and by how much it changed. */
export type FigureRow = { name: string; now: string; before: string; change: string }

type Written = { t: Translate; language: Language }

/** The figures of a period beside those of the one that it is compared with. */
export function figureRows(page: FiguresPage, { t, language }: Written): FigureRow[] {
  const { sales, margin, steps, viewed, currency } = page
  const money = (amount: number) => documentAmount(amount, currency, language)
  const count = (value: number) => formatNumber(value, language)
  const share = (part: number, whole: number) => sharedText(part, whole, language)
  const row = (name: string, now: number, before: number, text: (value: number) => string): FigureRow => ({
    name,
    now: text(now),
    before: text(before),
    change: changedText(now, before, language),
  })
  const average = ({ net, orders }: FiguresPage['sales']['now']) => (orders === 0 ? 0 : Math.round(net / orders))
  const earned = ({ known, cost }: FiguresPage['margin']['now']) => known - cost
  return [
    row(t('console-figures:orders'), sales.now.orders, sales.before.orders, count),
    row(t('console-figures:units'), sales.now.units, sales.before.units, count),
    row(t('console-figures:gross'), sales.now.gross, sales.before.gross, money),
    row(t('console-figures:net'), sales.now.net, sales.before.net, money),
    row(t('console-figures:credited'), sales.now.credited, sales.before.credited, money),
    row(t('console-figures:average'), average(sales.now), average(sales.before), money),
    {
      name: t('console-figures:margin'),
      now: margin.now.known === 0 ? '–' : money(earned(margin.now)),
      before: margin.before.known === 0 ? '–' : money(earned(margin.before)),
      change: changedText(earned(margin.now), earned(margin.before), language),
    },
    {
      name: t('console-figures:margin_share'),
      now: share(earned(margin.now), margin.now.known),
      before: share(earned(margin.before), margin.before.known),
      change: '',
    },
    row(t('console-figures:product_views'), viewed.now, viewed.before, count),
    row(t('console-figures:begun'), steps.now.begun, steps.before.begun, count),
    row(t('console-figures:sent'), steps.now.sent, steps.before.sent, count),
    row(t('console-figures:done'), steps.now.done, steps.before.done, count),
    {
      name: t('console-figures:conversion'),
      now: share(steps.now.done, steps.now.begun),
      before: share(steps.before.done, steps.before.begun),
      change: '',
    },
  ]
}

/** A part of a whole in percent; a dash where the whole is nothing. */
export function sharedText(part: number, whole: number, language: Language): string {
  return whole === 0 ? '–' : formatPercent(Math.round((1_000 * part) / whole) / 10, language)
}

function changedText(now: number, before: number, language: Language): string {
  if (before === 0) return now === 0 ? '' : '–'
  const percent = Math.round((100 * (now - before)) / Math.abs(before))
  return `${percent > 0 ? '+' : ''}${formatPercent(percent, language)}`
}
