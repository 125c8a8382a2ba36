import { consolePath } from '../../../console-routes.ts'
import { comparisons, figureFileForm, type Days, type FiguresPage } from '../../../contracts/console/figures.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { periodOf } from '../books/period-of.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { comparedWith, quickPeriods } from './figure-days.ts'
import { figureFile } from './figure-files.ts'
import { readFigures } from './read-figures.ts'

/** What was sold and earned in a period beside another, what came back, and what lies in stock. */
export const figuresScreen = consoleScreen<FiguresPage>({
  screen: 'figures',
  permission: 'figures.view',
  load: figuresOf,
  actions: {
    export: consoleAction({
      permission: 'figures.view',
      form: figureFileForm,
      run: async (context, { table, kind = 'csv' }) => {
        const page = await figuresOf(context)
        if (page.isWrong || table === undefined) throw new ConsoleError('unknown')
        return figureFile(context, { table, kind }, page)
      },
    }),
  },
})

async function figuresOf({ shop, session, request }: ConsoleContext): Promise<FiguresPage> {
  const { home } = shop.settings.all
  const { searchParams } = request.url
  const today = dayOf(shop.now(), home)
  const quick = quickPeriods(today)
  const hasDates = searchParams.has('from') || searchParams.has('to')
  const requested = hasDates ? periodOf(searchParams, today) : quick.month
  const period = requested ?? quick.month
  const comparison = comparisons.find((each) => each === searchParams.get('compare')) ?? 'before'
  const before = comparedWith(period, comparison)
  const figures = await readFigures(shop, { period, before, home, language: session.staff.language })
  const address = (days: Days) =>
    consolePath('figures', {}, { ...days, compare: comparison === 'before' ? '' : comparison })
  return {
    period,
    before,
    comparison,
    isWrong: !requested,
    quick: Object.entries(quick).map(([name, days]) => ({
      name: name as keyof typeof quick,
      address: address(days),
    })),
    ...figures,
  }
}
