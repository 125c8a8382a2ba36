import type { JobName } from '../../contracts/console/system.ts'
import { sellSupplierUnits } from '../catalog/import/reprice/sell-supplier-units.ts'
import { followCampaigns } from '../catalog/maintenance/follow-campaigns.ts'
import { writeDueFeeds } from '../catalog/product-feeds/write-due-feeds.ts'
import type { Shop as CatalogShop } from '../catalog/shop.ts'
import { carryOutImports, longTasks, quickTasks } from '../catalog/sources/carry-out-imports.ts'
import type { ImportFile } from '../catalog/sources/import-in-thread.ts'
import type { ViewCounter } from '../catalog/view-counts/view-counter.ts'
import { writeViews } from '../catalog/view-counts/write-views.ts'
import { continueRuns } from '../console/runs/continue-runs.ts'
import { publishDue } from '../content/publish.ts'
import { deleteExpired } from '../identity/delete-expired.ts'
import { expireDifferences, expireOrders } from '../ordering/fulfilment/expire-orders.ts'
import { sendDueReminders } from '../ordering/invoices/send-reminders.ts'
import { checkPayouts } from '../ordering/payouts/check-payouts.ts'
import type { Shop } from '../ordering/shop.ts'
import { traced, publishDiagnostic } from '../platform/diagnostics.ts'
import { cleanUpWindows } from '../platform/http/limits/delete-old-windows.ts'
import { WebhookSender } from '../platform/webhooks/deliver-webhooks.ts'
import { carryOutChanges } from '../pricing/price-changes/carry-out-changes.ts'
import { cleanUpImports } from './clean-up-imports.ts'
import { cleanUpUploads } from './clean-up-uploads.ts'
import { countBoughtTogether } from './count-bought-together.ts'
import { deleteUnusedFiles } from './delete-unused-files.ts'
import { deliverBacklog } from './deliver-outbox.ts'
import { followInvalidations } from './follow-invalidations.ts'
import { makeDueBackup } from './make-due-backup.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { renewAndAlert } from './renew-and-alert.ts'
import { runRetention } from './retention.ts'
import { runDueSources } from './run-due-sources.ts'
import { UnrecordedEffects } from './unrecorded-effects.ts'
import { updateRates } from './update-rates.ts'

type Job = { name: JobName; everyMs: number; run: () => Promise<unknown> }

/** Follows what other processes change: `now` does so at once, besides the regular times. */
export type Following = { now: () => Promise<void>; stop: () => Promise<void> }

/**
 * Starts to follow what other processes change, which every process that serves pages must do. `found` is called when
 * a regular look found something that nobody had told of.
 */
export async function startFollowing(shop: Shop, found: () => void = () => {}): Promise<Following> {
  const follow = oneAtATime(await followInvalidations(shop))
  const job: Job = { name: 'invalidations', everyMs: 500, run: async () => (await follow()) && found() }
  return { now: () => runOnce(shop, { ...job, run: follow }), stop: repeat(shop, job) }
}

/**
 * Starts to write what a process has counted, which every process that serves pages must do; the returned function
 * stops that and writes the rest.
 */
export function startWritingViews(shop: Shop, counter: ViewCounter): () => Promise<void> {
  const job: Job = { name: 'views', everyMs: 60_000, run: () => writeViews(shop, counter) }
  const stop = repeat(shop, job)
  return async () => {
    await stop()
    await runOnce(shop, job)
  }
}

/** Runs after the run in progress, so that what stands in the database at the call is seen. */
function oneAtATime<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(run)
    last = next.catch(() => {})
    return next
  }
}

/**
 * Starts the jobs that one process of a node does; the returned function stops them and waits for those that are
 * running.
 */
export function startBackgroundJobs(
  shop: Shop & Pick<CatalogShop, 'catalogIndex'>,
  importFile: ImportFile,
): () => Promise<void> {
  const ending = new AbortController()
  const imports = { importFile, stop: ending.signal }
  const webhooks = new WebhookSender(shop, ending.signal)
  const unrecorded = { rest: new UnrecordedEffects(), payments: new UnrecordedEffects() }
  const jobs: Job[] = [
    { name: 'outbox', everyMs: 1_000, run: () => deliverBacklog(shop, 'rest', unrecorded.rest) },
    { name: 'payment_effects', everyMs: 1_000, run: () => deliverBacklog(shop, 'payments', unrecorded.payments) },
    { name: 'webhooks', everyMs: 1_000, run: () => webhooks.begin() },
    { name: 'payments', everyMs: 5_000, run: () => reconcilePayments(shop) },
    { name: 'content', everyMs: 1_000, run: () => publishDue(shop) },
    { name: 'campaigns', everyMs: 5_000, run: followCampaigns(shop) },
    { name: 'sessions', everyMs: 600_000, run: () => deleteExpired(shop) },
    { name: 'rate_limits', everyMs: 60_000, run: () => cleanUpWindows(shop) },
    { name: 'retention', everyMs: 3_600_000, run: () => runRetention(shop) },
    { name: 'renewals_and_alerts', everyMs: 60_000, run: () => renewAndAlert(shop) },
    { name: 'bought_together', everyMs: 600_000, run: () => countBoughtTogether(shop) },
    { name: 'exchange_rates', everyMs: 600_000, run: () => updateRates(shop) },
    { name: 'imports', everyMs: 30_000, run: () => cleanUpImports(shop) },
    { name: 'uploads', everyMs: 600_000, run: () => cleanUpUploads(shop) },
    { name: 'backups', everyMs: 5_000, run: () => makeDueBackup(shop, ending.signal) },
    { name: 'list_columns', everyMs: 600_000, run: () => shop.catalogIndex.save() },
    { name: 'files', everyMs: 600_000, run: () => deleteUnusedFiles(shop) },
    { name: 'sources', everyMs: 10_000, run: () => runDueSources(shop, imports) },
    { name: 'product_feeds', everyMs: 5_000, run: () => writeDueFeeds(shop, ending.signal) },
    {
      name: 'imports_of_the_console',
      everyMs: 500,
      run: () => carryOutImports(shop, { ...imports, tasks: longTasks }),
    },
    { name: 'import_previews', everyMs: 500, run: () => carryOutImports(shop, { ...imports, tasks: quickTasks }) },
    { name: 'suppliers', everyMs: 30_000, run: () => sellSupplierUnits(shop) },
    { name: 'price_changes', everyMs: 500, run: () => carryOutChanges(shop, ending.signal) },
    { name: 'bulk_runs', everyMs: 1_000, run: () => continueRuns(shop) },
    { name: 'payout_checks', everyMs: 60_000, run: () => checkPayouts(shop) },
    { name: 'reminders', everyMs: 600_000, run: () => sendDueReminders(shop) },
    { name: 'expiry', everyMs: 30_000, run: () => expireOrders(shop) },
    { name: 'expiry_of_differences', everyMs: 600_000, run: () => expireDifferences(shop) },
  ]
  const stops = jobs.map((job) => repeat(shop, job))
  return async () => {
    ending.abort()
    await Promise.all(stops.map((stop) => stop()))
    await webhooks.settle()
  }
}

/** Repeats a job, never twice at the same time; logs a failure and continues. */
function repeat(shop: Shop, job: Job): () => Promise<void> {
  const { name, everyMs } = job
  let isStopped = false
  let current: Promise<unknown> = Promise.resolve()
  let timer = setTimeout(tick, everyMs)
  shop.jobs.add(name, everyMs)
  function tick(): void {
    current = runOnce(shop, job).finally(() => {
      if (!isStopped) timer = setTimeout(tick, everyMs)
    })
  }
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await current
  }
}

async function runOnce(shop: Shop, { name, run }: Job): Promise<void> {
  const begun = performance.now()
  const note = (failure: { error?: unknown }) => {
    const tookMs = performance.now() - begun
    shop.jobs.note(name, { endedAt: shop.now().getTime(), tookMs, ...failure })
    publishDiagnostic('job', { job: name, ms: tookMs, hasFailed: 'error' in failure })
  }
  try {
    await traced(() => ({ kind: 'job', name }), run)
    note({})
  } catch (error) {
    shop.log.error({ err: error, job: name }, 'a background job failed')
    note({ error })
  }
}
