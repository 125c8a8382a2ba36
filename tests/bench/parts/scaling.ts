import { cpus } from 'node:os'
import { figure, median, shortNumber, type Figure } from '../figure.ts'
import type { Bench, Part } from '../part.ts'
import { withPostgresDemo } from '../postgres-demo.ts'
import { scaleCalculation } from '../pure-calculation.ts'
import { measureShops, pin, type Measured, type PagesAndOrders, type Setup } from '../scaled-shops.ts'
import type { ShopData } from '../shop-process.ts'

const rounds = 3
const minRatio = 1.7
const minOfPeer = 0.97

/**
 * What a second worker adds. The client, with this process, is pinned to the last core and one worker to the first;
 * two workers have both cores, and one of them shares its core with the client. What a machine without the client
 * would answer follows from the processor time of an answer: two cores at the price of two workers against one core
 * at the price of one. That of PostgreSQL, which shares the cores as well, stands beside it. What the machine itself
 * allows is measured in turns with it: by two shops of one worker that share nothing, and by a calculation.
 */
export const scaling: Part = {
  name: 'scaling',
  about: 'uncached pages and orders with one worker, two, and two shops, the client pinned (--engine sqlite|postgres)',
  run: async (bench) => {
    pin(process.pid, String(cpus().length - 1))
    const figures: Figure[] = []
    if (bench.engine !== 'postgres') {
      const shops = [await bench.workspace.newDemo(), await bench.workspace.newDemo()]
      figures.push(...(await onEngine(bench, 'SQLite', shops)))
    }
    if (bench.engine !== 'sqlite')
      figures.push(
        ...(await withPostgresDemo(bench, async ({ data, another }) =>
          onEngine(bench, 'PostgreSQL', [data, await another()]),
        )),
      )
    return figures
  },
}

type Setups = Record<'one' | 'workers' | 'shops', Setup>
type Rounds = Record<keyof Setups, PagesAndOrders[]>

async function onEngine({ nodeArgs }: Bench, engine: string, shops: readonly ShopData[]): Promise<Figure[]> {
  const first = shops.slice(0, 1)
  const setups: Setups = {
    one: { shops: first, workers: 1 },
    workers: { shops: first, workers: 2 },
    shops: { shops, workers: 1 },
  }
  const measured: Rounds = { one: [], workers: [], shops: [] }
  const calculations: number[] = []
  // In turns, so that the load of other programs falls on all.
  for (let round = 0; round < rounds; round += 1) {
    calculations.push(await scaleCalculation())
    for (const name of ['one', 'workers', 'shops'] as const)
      measured[name].push(await measureShops(setups[name], nodeArgs))
  }
  return (['pages', 'orders'] as const).flatMap((what) => figuresOf(engine, what, measured, median(calculations)))
}

function figuresOf(engine: string, what: keyof PagesAndOrders, measured: Rounds, calculation: number): Figure[] {
  const middle = (name: keyof Rounds, key: keyof Measured) => median(measured[name].map((each) => each[what][key]))
  const [workers, shops] = (['workers', 'shops'] as const).map((name) =>
    median(
      measured[name].map((each, round) => {
        const alone = measured.one[round]?.[what].processor ?? Number.NaN
        return (2 * alone) / each[what].processor
      }),
    ),
  ) as [number, number]
  const described = (['one', 'workers', 'shops'] as const).map(
    (name) =>
      `${name}: ${shortNumber(middle(name, 'perSecond'))}/s, ${middle(name, 'processor').toFixed(2)} ms, ` +
      `database ${middle(name, 'database').toFixed(2)} ms`,
  )
  return [
    figure(`${engine}: ${what}, two workers against one by processor time of an answer`, workers, 'times', {
      bar: { atLeast: minRatio },
      beside: described.join('; '),
    }),
    figure(`${engine}: ${what}, two workers against two shops that share nothing`, workers / shops, 'of the peer', {
      bar: { atLeast: minOfPeer },
      beside:
        `by processor time; what the machine allows: two such shops ${shops.toFixed(2)} times one, ` +
        `two copies of a calculation ${calculation.toFixed(2)} times one`,
    }),
    figure(
      `${engine}: ${what}, two workers against one by answers, the client on one of the two cores`,
      middle('workers', 'perSecond') / middle('one', 'perSecond'),
      'times',
    ),
  ]
}
