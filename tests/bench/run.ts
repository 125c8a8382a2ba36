/**
 * `npm run bench` measures the built shop on this machine and prints each figure with its target and a peer or limit
 * measured in the same run. `npm run bench -- NAME…` runs only these parts; --help lists them. A missed target is not a
 * failure: the command fails only when something could not be measured.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../src/tools/build-if-stale.ts'
import { chooseHammer } from './load/hammer.ts'
import { describeSetting } from './machine.ts'
import type { Bench, Part } from './part.ts'
import { cachedPages } from './parts/cached-pages.ts'
import { consoleLists } from './parts/console.ts'
import { feedFolder, writtenFeed } from './parts/feed.ts'
import { firstTap } from './parts/first-tap.ts'
import { lighthouse } from './parts/lighthouse.ts'
import { million } from './parts/million.ts'
import { orders } from './parts/orders.ts'
import { pageWeight } from './parts/page-weight.ts'
import { phone } from './parts/phone.ts'
import { realParts } from './parts/real-parts.ts'
import { relevance } from './parts/relevance.ts'
import { scaling } from './parts/scaling.ts'
import { searchAndCart } from './parts/search-and-cart.ts'
import { startAndMemory } from './parts/start-and-memory.ts'
import { traces } from './parts/traces.ts'
import { uncachedPages } from './parts/uncached-pages.ts'
import { whileImporting } from './parts/while-importing.ts'
import { printResult, printSetting, printSummary, writeResults, type PartResult } from './report.ts'
import { benchFolder, Workspace } from './workspace.ts'

const usual: readonly Part[] = [
  cachedPages,
  uncachedPages,
  searchAndCart,
  orders,
  startAndMemory,
  pageWeight,
  phone,
  firstTap,
  lighthouse,
  relevance,
]
const onDemand: readonly Part[] = [
  feedFolder,
  writtenFeed,
  realParts,
  whileImporting,
  consoleLists,
  million,
  traces,
  scaling,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    feed: { type: 'string' },
    products: { type: 'string' },
    profile: { type: 'boolean' },
    worst: { type: 'string' },
    engine: { type: 'string' },
    keep: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

function chosenParts(): readonly Part[] {
  const all = [...usual, ...onDemand]
  const unknown = positionals.find((name) => !all.some((part) => part.name === name))
  if (unknown !== undefined) {
    console.error(`There is no part "${unknown}". The parts are: ${all.map(({ name }) => name).join(', ')}.`)
    process.exit(2)
  }
  const asked = new Set([
    ...positionals,
    ...(values.feed === undefined || positionals.length > 0 ? [] : [feedFolder.name]),
    ...(values.products === undefined || positionals.length > 0 ? [] : [writtenFeed.name]),
  ])
  return asked.size === 0 ? usual : all.filter(({ name }) => asked.has(name))
}

/** An invalid number ends the run before measuring. */
function wholeNumber(option: 'products' | 'worst', usual: number, min: number): number {
  const number = Number(values[option] ?? usual)
  if (Number.isInteger(number) && number >= min && number <= 10_000_000) return number
  console.error(`--${option} must be a whole number from ${min} to 10000000, not "${values[option] ?? ''}".`)
  process.exit(2)
}

/** Another name ends the run before measuring. */
function chosenEngine(): Bench['engine'] {
  const { engine } = values
  if (engine === undefined || engine === 'sqlite' || engine === 'postgres') return engine
  console.error(`--engine must be sqlite or postgres, not "${engine}".`)
  process.exit(2)
}

function usage(): string {
  const line = ({ name, about }: Part): string => `  ${name.padEnd(10)}${about}`
  return [
    'Usage: npm run bench -- [PART…] [--feed FOLDER] [--products N] [--worst N] [--profile]',
    '       [--engine sqlite|postgres] [--keep]',
    '',
    'Parts of the usual run:',
    ...usual.map(line),
    '',
    'Only when named:',
    ...onDemand.map(line),
    '',
    '  --worst N  lists the N worst queries of the parts relevance and real-parts with what they found',
    '  --engine   measures the parts real-parts, million, importing and scaling on one database only',
    '  --keep     keeps what the part million makes, and uses it again; on PostgreSQL with DATABASE_URL',
    '  --profile  writes a CPU profile of every shop process into .cache/bench/profiles; figures are then too low',
    '',
    'search-million.ts and move-shop.ts beside run.ts are benches of their own.',
  ].join('\n')
}

async function measure(part: Part, bench: Bench): Promise<PartResult> {
  const started = performance.now()
  const outcome = await part.run(bench).then(
    (figures) => ({ figures, failure: null }),
    (error: unknown) => ({ figures: [], failure: error instanceof Error ? error.message : String(error) }),
  )
  return { part: part.name, seconds: (performance.now() - started) / 1000, ...outcome }
}

function profiling(): string[] {
  const folder = path.join(benchFolder, 'profiles')
  mkdirSync(folder, { recursive: true })
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`]
}

async function bench(): Promise<void> {
  const parts = chosenParts()
  const [products, worst] = [wholeNumber('products', 100_000, 10), wholeNumber('worst', 0, 0)]
  await buildIfStale((line) => console.log(line))
  const [setting, hammer] = [describeSetting(), chooseHammer()]
  printSetting(setting, hammer.name)
  const shared: Bench = {
    workspace: new Workspace(),
    hammer,
    nodeArgs: values.profile ? profiling() : [],
    feed: values.feed,
    products,
    isGiven: values.products !== undefined,
    engine: chosenEngine(),
    keep: values.keep === true,
    worst,
  }
  const results: PartResult[] = []
  for (const part of parts) {
    const result = await measure(part, shared)
    printResult(result)
    results.push(result)
  }
  printSummary(results)
  console.log(`Written to ${path.relative(process.cwd(), writeResults(benchFolder, setting, hammer.name, results))}`)
  process.exitCode = results.some(({ failure }) => failure !== null) ? 1 : 0
}

if (values.help) console.log(usage())
else await bench()
