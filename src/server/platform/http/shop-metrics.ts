import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Database } from '../db/tables.ts'
import { listen } from '../diagnostics.ts'
import { newestOrderEvent, oldestWebhook, orderEventsBetween, type Waiting, waitingEffects } from './metrics-queries.ts'

type Watched = { db: Database; now: () => Date }

const statementBuckets = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const jobBuckets = [0.001, 0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800]
/** Transactions that write history are over after this time. */
const settledMs = 10_000

/** Adds statements, jobs, effects and payments of this process, which modules publish (diagnostics.ts). */
export function addProcessMetrics(registry: Registry): void {
  addStatements(registry)
  addJobs(registry)
  addEffects(registry)
}

/** Adds what is the same for every process: the queues and the orders of the whole shop. */
export function addShopState(registry: Registry, { db, now }: Watched): void {
  addQueues(registry, db, now)
  addOrders(registry, db, now)
}

function addStatements(registry: Registry): void {
  const durations = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Time until the answer of a statement, as its caller waits.',
    labelNames: ['kind'],
    buckets: statementBuckets,
    registers: [registry],
  })
  listen('statement', ({ ms, isWrite }) => durations.observe({ kind: isWrite ? 'write' : 'read' }, ms / 1000))
}

/** The label is not `job`: Prometheus has one of its own of that name, and renames that of what it reads. */
function addJobs(registry: Registry): void {
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of a run of a background job in this process.',
    labelNames: ['background_job', 'outcome'],
    buckets: jobBuckets,
    registers: [registry],
  })
  const last = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a background job last ended well in this process, as Unix time.',
    aggregator: 'max',
    labelNames: ['background_job'],
    registers: [registry],
  })
  listen('job', ({ job, ms, hasFailed }) => {
    durations.observe({ background_job: job, outcome: hasFailed ? 'failed' : 'done' }, ms / 1000)
    if (!hasFailed) last.set({ background_job: job }, Date.now() / 1000)
  })
}

/** What the shop sends, such as mails, and what payment providers and browsers report to it. */
function addEffects(registry: Registry): void {
  const effects = new Counter({
    name: 'outbox_effects_total',
    help: 'Effects of the outbox that this process tried, such as mails, by what came of it.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const payments = new Counter({
    name: 'payment_notices_total',
    help: 'Notices of payment providers that this process got, by their outcome and by what they did.',
    labelNames: ['provider', 'outcome', 'completion'],
    registers: [registry],
  })
  const reports = new Counter({
    name: 'csp_reports_total',
    help: 'Reports of browsers on what the policy of a page forbids, by directive; those above the limits left out.',
    labelNames: ['directive'],
    registers: [registry],
  })
  listen('forbidden', (labels) => reports.inc(labels))
  listen('effect', (labels) => effects.inc(labels))
  listen('payment', (labels) => payments.inc(labels))
}

function addQueues(registry: Registry, db: Database, now: () => Date): void {
  const age = (at: string): number => (now().getTime() - Date.parse(at)) / 1000
  const read = shared(() => waitingEffects(db, now()))
  const byKind = (name: string, help: string, figure: (row: Waiting) => number): void => {
    const made: Gauge<'kind'> = new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      collect: async () => {
        const rows = await read().catch(() => [])
        made.reset()
        for (const row of rows) made.set({ kind: row.kind }, figure(row))
      },
    })
  }
  byKind(
    'outbox_waiting',
    'Effects of the outbox that are due or have failed, in the whole shop.',
    (row) => row.waiting,
  )
  byKind('outbox_failing', 'Effects of the outbox that have failed and wait, in the whole shop.', (row) => row.failing)
  byKind('outbox_waiting_seconds', 'How long the oldest effect of a kind is due.', (row) =>
    Math.max(0, age(row.oldest)),
  )
  const webhooks: Gauge = new Gauge({
    name: 'webhook_oldest_due_seconds',
    help: 'How long the oldest delivery of a webhook is due, in the whole shop.',
    registers: [registry],
    collect: async () => {
      const due = await oldestWebhook(db, now()).catch(() => '')
      webhooks.set(due === undefined ? 0 : age(due))
    },
  })
}

/** Lets those who ask while a value is being read have the same one. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  return () =>
    (running ??= read().finally(() => {
      running = undefined
    }))
}

/** Counts from the first look on; every node counts the orders of the whole shop. */
function addOrders(registry: Registry, db: Database, now: () => Date): void {
  let counted: number | undefined
  const orders: Counter<'status'> = new Counter({
    name: 'shop_order_changes_total',
    help: 'Orders that came to a status, in the whole shop, up to ten seconds ago: take the maximum of all nodes.',
    labelNames: ['status'],
    registers: [registry],
    collect: async () => {
      const last = await newestOrderEvent(db, new Date(now().getTime() - settledMs)).catch(() => undefined)
      if (last === undefined) return
      const [after, rows] = [counted, await orderEventsBetween(db, counted ?? last, last).catch(() => undefined)]
      if (rows === undefined || after !== counted) return
      counted = last
      for (const { status, count } of rows) orders.inc({ status }, count)
    },
  })
}
