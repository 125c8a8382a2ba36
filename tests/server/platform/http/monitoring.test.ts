import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { jobNames } from '../../../../src/contracts/console/system.ts'
import { RequestMetrics } from '../../../../src/server/platform/http/metrics.ts'
import { addServerMetrics } from '../../../../src/server/platform/http/server-metrics.ts'
import { TtlCache } from '../../../../src/server/platform/ttl-cache.ts'
import { projectRoot } from '../../../../src/tools/run-program.ts'
import { freshDatabase } from '../../../support/test-database.ts'

const read = (file: string): string => readFileSync(path.join(projectRoot, 'docs/operations', file), 'utf8')
const clock = (): Date => new Date('2026-03-01T12:00:00Z')

type Dashboard = { panels: { id: number; title: string; targets?: { expr: string }[] }[] }
const dashboard: Dashboard = JSON.parse(read('monitoring/grafana-dashboard.json'))
const alerts = read('monitoring/alerts.yaml')
const alertExpressions = [...alerts.matchAll(/^ +expr: '(.*)'$/gm)].map(([, text = '']) => text)
const expressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...alertExpressions,
]

/** The series that an expression asks for, without functions, labels, and what a scrape itself has. */
function seriesOf(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}/g, '').replaceAll(/\bby \([^)]*\)/g, '')
  return (bare.match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g) ?? []).filter((name) => name !== 'histogram_quantile')
}

/** All figures, as the shop serves them. */
async function served() {
  await using data = await freshDatabase()
  const { registry } = new RequestMetrics()
  addServerMetrics(registry, {
    cache: { stats: { pages: 0, bytes: 0, fills: 0, hits: 0, rendered: 0 } },
    memory: new TtlCache(clock),
    db: data.db,
    now: clock,
    dataFolder: data.env.SHOP_DATA,
    lastBackup: async () => undefined,
    isBackupFailing: async () => false,
    fault: async () => undefined,
  })
  return { registry, text: await registry.metrics() }
}

async function servedNames(): Promise<Set<string>> {
  const types = [...(await served()).text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  const names = types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  return new Set(names)
}

test('the dashboard and the alerts ask for nothing that the shop does not tell', async () => {
  const names = await servedNames()
  const asked = expressions.flatMap(seriesOf)
  expect(alertExpressions).toHaveLength(alerts.match(/- alert:/g)?.length ?? 0)
  expect(asked.length).toBeGreaterThan(50)
  expect([...new Set(asked.filter((name) => !names.has(name)))]).toEqual([])
  // A name that is wrong is found.
  expect(names.has('http_request_duration_second_bucket')).toBe(false)
})

test('no figure has a label that Prometheus gives to what it reads itself', async () => {
  const { registry } = await served()
  const labels = registry.getMetricsAsArray().flatMap((metric) => ('labelNames' in metric ? metric.labelNames : []))
  expect(labels).toContain('background_job')
  expect(labels.filter((label) => label === 'job' || label === 'instance')).toEqual([])
})

test('the alerts and the dashboard name jobs that there are', () => {
  const jobs = expressions
    .flatMap((text) => [...text.matchAll(/job_\w+\{background_job=~?"([^"]*)"/g)])
    .flatMap(([, name = '']) => name)
  const named = jobs.flatMap((each) => each.split('|'))
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !jobNames.some((job) => job === name))).toEqual([])
})

test('the dashboard shows every figure of the shop itself', async () => {
  const names = await servedNames()
  const shown = new Set(expressions.flatMap(seriesOf).map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))
  const own = [...names].map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
  const missing = own.filter((name) => !/^(?:process|nodejs)_/.test(name) && !shown.has(name))
  expect([...new Set(missing)]).toEqual([])
})

test('each panel has a number and a title of its own, and each alert leads to a chapter of the runbooks', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  const chapters = new Set(
    [...read('runbooks.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
  const books = [...alerts.matchAll(/runbook: docs\/operations\/runbooks\.md#(\S+)/g)].map(([, anchor = '']) => anchor)
  expect(books).toHaveLength(alertExpressions.length)
  expect(books.filter((anchor) => !chapters.has(anchor))).toEqual([])
})

/** Each warning and error that the program logs, as it is written: the last text of the call. */
function loggedLines(): string[] {
  const files = globSync('src/**/*.{ts,astro}', { cwd: projectRoot })
  return files.flatMap((file) => {
    const text = readFileSync(path.join(projectRoot, file), 'utf8')
    return [...text.matchAll(/\blog\??\.(?:warn|error|fatal)\(/g)].map(({ index }) => {
      const call = text.slice(index, index + 700)
      return /'([^'\n]+)'(?: \+\s*'[^'\n]+')?,?\s*\)/.exec(call)?.[1] ?? `${file}: ${call.slice(0, 80)}`
    })
  })
}

test('the runbooks have a line for each warning and error of the log', () => {
  const chapter = read('runbooks.md').split('## Lines of the log')[1] ?? ''
  const named = [...chapter.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line)
  const logged = loggedLines()
  expect(logged.length).toBeGreaterThan(40)
  expect(logged.filter((line) => !named.some((each) => line.startsWith(each)))).toEqual([])
  // What nobody logs any more has no line.
  const texts = named.filter((each) => / /.test(each) && !each.startsWith('shop '))
  expect(texts.filter((each) => !logged.some((line) => line.startsWith(each)))).toEqual([])
})
