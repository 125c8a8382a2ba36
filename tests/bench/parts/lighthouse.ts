import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { href } from '../../../src/routes.ts'
import { browserArguments, findWorkingBrowser } from '../../support/find-browser.ts'
import { biggestLeaf, readCatalogue } from '../catalogue.ts'
import { figure, median, type Figure } from '../figure.ts'
import { Client } from '../load/client.ts'
import type { Part } from '../part.ts'
import { ShopProcess } from '../shop-process.ts'
import { benchFolder } from '../workspace.ts'

const run = promisify(execFile)
const version = '13.5.0'
const runs = 3

/** Lighthouse's simulated phone on slow 4G. It is 176 MB, so the first run downloads it instead of every `npm ci`. */
export const lighthouse: Part = {
  name: 'lighthouse',
  about: `Lighthouse ${version}, mobile: home, category, product and search (needs Chromium; fetches Lighthouse once)`,
  run: async ({ workspace }) => {
    const chrome = await findWorkingBrowser()
    if (chrome === undefined) throw new Error('no Chromium was found; CHROMIUM_PATH may name one')
    const program = await fetchLighthouse()
    const data = await workspace.newDemo()
    const { productPaths, categories } = await readCatalogue(data, 'en', 3)
    await using shop = await ShopProcess.start(data)
    const screens = {
      home: href('en', 'home'),
      category: biggestLeaf(categories),
      product: productPaths[1] ?? '',
      search: href('en', 'search', {}, { q: 'keyboard' }),
    }
    const figures: Figure[] = []
    for (const [screen, address] of Object.entries(screens)) {
      await warm(shop.origin, address)
      const reports: Report[] = []
      for (let at = 0; at < runs; at += 1)
        reports.push(await audit({ program, chrome, url: `${shop.origin}${address}` }))
      figures.push(...screenFigures(screen, reports))
    }
    return figures
  },
}

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

const judged = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const

function screenFigures(screen: string, reports: readonly Report[]): Figure[] {
  const of = (read: (report: Report) => number | null | undefined): number =>
    median(reports.map((report) => read(report) ?? Number.NaN))
  const audited = (id: string): number => of(({ audits }) => audits[id]?.numericValue)
  return [
    ...Object.entries(judged).map(([id, name]) =>
      figure(
        `${screen}: ${name}`,
        of(({ categories }) => (categories[id]?.score ?? Number.NaN) * 100),
        'of 100',
        { bar: { atLeast: 100 } },
      ),
    ),
    figure(`${screen}: layout shift`, audited('cumulative-layout-shift'), 'CLS', { bar: { atMost: 0 } }),
    figure(`${screen}: blocking time`, audited('total-blocking-time'), 'ms', { bar: { atMost: 0 } }),
    figure(`${screen}: largest paint, simulated slow 4G`, audited('largest-contentful-paint') / 1000, 's', {
      bar: { atMost: 1.2 },
      beside: `median of ${runs}; best known shop 2.3 s`,
    }),
  ]
}

async function fetchLighthouse(): Promise<string> {
  const folder = path.join(benchFolder, `lighthouse-${version}`)
  const program = path.join(folder, 'node_modules/lighthouse/cli/index.js')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    await run(
      'npm',
      ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${version}`],
      { shell: process.platform === 'win32' },
    )
  }
  return program
}

type Audited = { program: string; chrome: string; url: string }

/** Audits a page; again when the browser's trace lacks the navigation, which happens now and then. */
async function audit(audited: Audited, attempts = 4): Promise<Report> {
  try {
    return await auditOnce(audited)
  } catch (error) {
    if (attempts === 1 || !String(error).includes('NO_NAVSTART')) throw error
    return audit(audited, attempts - 1)
  }
}

async function auditOnce({ program, chrome, url }: Audited): Promise<Report> {
  const output = path.join(benchFolder, 'lighthouse.json')
  const flags = ['--headless=new', ...browserArguments].join(' ')
  await run(
    process.execPath,
    [
      program,
      url,
      '--output=json',
      `--output-path=${output}`,
      '--quiet',
      '--no-enable-error-reporting',
      `--chrome-flags=${flags}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: chrome },
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  return JSON.parse(readFileSync(output, 'utf8'))
}

/** Puts the page into the cache first, as for most shoppers. */
async function warm(origin: string, address: string): Promise<void> {
  using client = new Client(origin, 1)
  for (let visit = 0; visit < 4; visit += 1) await client.ask({ path: address })
}
