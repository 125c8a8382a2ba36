import type { Server } from 'node:http'
import { join } from 'node:path'
import { cacheableQuery, knownVariants } from './cacheable-pages.ts'
import { fallbackLanguage } from './domain/places/locales.ts'
import { backupFolder, newestBackup } from './server/backup/backup-folder.ts'
import { readBackupState } from './server/backup/backup-state.ts'
import { fileOfFeed } from './server/catalog/product-feeds/feed-files.ts'
import { importInThread } from './server/catalog/sources/import-in-thread.ts'
import { ViewCounter } from './server/catalog/view-counts/view-counter.ts'
import { newsFeed } from './server/console/news/news-feed.ts'
import { createShop } from './server/create-shop.ts'
import { isStaffBrowser } from './server/identity/staff/staff-session.ts'
import { startBackgroundJobs, startFollowing, startWritingViews } from './server/jobs/background-jobs.ts'
import { cspReports } from './server/platform/client-errors/csp-reports.ts'
import { checkDatabase } from './server/platform/db/check-database.ts'
import { connect } from './server/platform/db/connect.ts'
import { databaseLocation } from './server/platform/db/database-location.ts'
import { FailedWrites } from './server/platform/db/faults/failed-writes.ts'
import { claimDataFolder } from './server/platform/db/sqlite/claim-data-folder.ts'
import type { Env } from './server/platform/env.ts'
import { withDeclaredStatus } from './server/platform/http/answers/error-status.ts'
import { securityHeaders } from './server/platform/http/answers/security-headers.ts'
import { securityTxt } from './server/platform/http/answers/security-txt.ts'
import { createLanes } from './server/platform/http/lanes.ts'
import { createMetricsServer, RequestMetrics } from './server/platform/http/metrics.ts'
import { createPages, type Pages } from './server/platform/http/pages/pages.ts'
import { createPurge } from './server/platform/http/pages/purge-cdn.ts'
import { regionLinks } from './server/platform/http/pages/region-links.ts'
import { addServerMetrics } from './server/platform/http/server-metrics.ts'
import { healthStep, cachedCheck } from './server/platform/http/server/health.ts'
import { listen } from './server/platform/http/server/listen.ts'
import { createShopServer } from './server/platform/http/server/server.ts'
import { createDrain, stopOnSignals, type Drain } from './server/platform/http/server/shutdown.ts'
import { documentsStep } from './server/platform/http/static/documents.ts'
import { picturesStep } from './server/platform/http/static/pictures.ts'
import { productFeedsStep } from './server/platform/http/static/product-feeds.ts'
import { staticFiles } from './server/platform/http/static/static-files.ts'
import { LogOutput } from './server/platform/log-output.ts'
import { createLog, type Log } from './server/platform/log.ts'
import { projectFile } from './server/platform/project-file.ts'
import { markRunning } from './server/platform/running-mark.ts'
import { shopVersion } from './server/platform/shop-version.ts'
import { colleaguesOf, type Colleagues } from './server/platform/workers/colleagues.ts'
import type { Answers } from './server/platform/workers/rpc-channel.ts'
import { maxPopularPages, warmUp } from './server/platform/workers/warm-up.ts'
import type { WorkerCalls } from './server/platform/workers/worker-calls.ts'
import { pageCacheBytes, shareOfLimits } from './server/platform/workers/worker-count.ts'
import { refuseUnfit } from './server/preflight/preflight.ts'
import type { Shop } from './server/shop.ts'
import { readingAhead } from './server/storefront/read-ahead.ts'

/** Renders the answer to a request, by the built pages. */
export type Render = (
  request: Request,
  given: { clientAddress: string; locals: { shop: Shop; requestId: string; isShared: boolean } },
) => Promise<Response>

/** What the build has made. */
export type Built = {
  readonly render: Render
  /** The files that are served as they are. */
  readonly clientFolder: string
}

/** How long the process waits at its end for the last lines of the log to be written. */
const lastLinesMs = 1000

type Served = { drain: Drain; answers: Omit<Answers<WorkerCalls>, 'leave'> }

/** Makes the services once and serves the shop; resolves when it listens. */
async function startShop(env: Env, log: Log, built: Built, colleagues: Colleagues | undefined): Promise<Served> {
  const own = await createShop(env, { log, isWatched: true, colleagues, invalidate: (tags) => forget(tags) })
  // What jobs and other processes change, each worker learns from the database.
  const shop = colleagues ? { ...own, invalidate: announcing(own, colleagues) } : own
  const purge = createPurge(env, log)
  const forget = (tags: readonly string[]) => {
    pages.cache.invalidate({ tags })
    purge(tags)
  }
  await inspect(shop, colleagues)
  const views = new ViewCounter()
  const pages = createShopPages(shop, { render: built.render, views }, colleagues)
  const metrics = new RequestMetrics()
  const failedWrites = new FailedWrites()
  const fault = cachedCheck(() => checkDatabase({ ...shop, location: databaseLocation(env), failedWrites }), log)
  const ahead = readingAhead(shop)
  const health = { isDraining: () => drain.isDraining(), isStarting: () => ahead.isStarting(), fault }
  const server = createServer(shop, { pages, metrics, health, clientFolder: built.clientFolder })
  const jobs = jobsDatabase(shop)
  const work = await startWork({ ...own, db: jobs.db }, views, colleagues)
  const stopTracing = await trace(env, log)
  const close = async () => {
    await work.stop()
    await stopTracing()
    await jobs.close()
    await shop.close()
  }
  const endStreams = () => newsFeed(shop).close()
  const drain = createDrain({ server, log, close, endStreams, delayMs: env.DRAIN_SECONDS * 1000 })
  const isOneOfMany = colleagues?.doesJobs === false
  await measure(shop, metrics, { cache: pages.cache, db: jobs.db, fault, isOneOfMany }, colleagues)
  const answers = {
    follow: async () => (await work.follow(), null),
    figures: () => metrics.registry.getMetricsAsJSON(),
    jobs: () => shop.jobs.own(),
    popular: () => pages.cache.popular(maxPopularPages),
  }
  if (colleagues) {
    if (await colleagues.othersServe()) await ahead.begin()
    await warmUp(pages.cache, await colleagues.popularPages())
    // Others announce their changes only to workers that serve.
    await work.follow()
  }
  await listen(server, env)
  void ahead.begin()
  return { drain, answers }
}

/** Starts tracing where it is configured, and loads its packages only there; the returned function ends it. */
async function trace(env: Env, log: Log): Promise<() => Promise<void>> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => {}
  const { startTracing } = await import('./server/platform/tracing/start-tracing.ts')
  return startTracing(env, shopVersion(), log)
}

type Serving = {
  readonly pages: Pages
  readonly metrics: RequestMetrics
  readonly health: Parameters<typeof healthStep>[0]
  readonly clientFolder: string
}

/** The HTTP server with everything that it serves; it does not listen yet. */
function createServer(shop: Shop, { pages, metrics, health, clientFolder }: Serving): Server {
  const { env, log } = shop
  const always = securityHeaders(env)
  return createShopServer({
    env: shareOfLimits(env),
    log,
    metrics,
    direct: [
      { kind: 'cached', serve: (req, res) => pages.cache.serve(req, res) },
      { kind: 'static', serve: staticFiles(clientFolder, always) },
    ],
    steps: [
      healthStep(health, always),
      securityTxt(env, () => shop.settings.seller(fallbackLanguage).email, shop.now),
      cspReports(shop, always),
      picturesStep(join(env.SHOP_DATA, 'pictures'), always),
      documentsStep(join(env.SHOP_DATA, 'documents'), always),
      productFeedsStep({
        fileOf: (name) => fileOfFeed(env, shop.settings.all.productFeeds, name),
        limits: shareOfLimits(env),
        always,
      }),
      regionLinks(shop),
      pages.step,
    ],
  })
}

type Work = { follow: () => Promise<void>; stop: () => Promise<unknown> }

/** Follows what other processes change, and does the jobs, unless another worker does them. */
async function startWork(shop: Shop, views: ViewCounter, colleagues: Colleagues | undefined): Promise<Work> {
  const following = await startFollowing(shop, () => colleagues?.announce())
  const doesJobs = colleagues?.doesJobs ?? true
  const stopJobs = doesJobs ? startBackgroundJobs(shop, importInThread(importProgram, shop.env)) : undefined
  const stopViews = startWritingViews(shop, views)
  return { follow: following.now, stop: () => Promise.all([following.stop(), stopViews(), stopJobs?.()]) }
}

/** Purges pages here at once, and lets the other workers do so. */
function announcing({ invalidate }: Shop, colleagues: Colleagues): Shop['invalidate'] {
  return (tags) => {
    invalidate(tags)
    colleagues.announce()
  }
}

/** Answers the supervisor, and ends when it lets this worker go or has ended itself. */
function joinWorkers(colleagues: Colleagues, { drain, answers }: Served, endLog: () => Promise<void>): void {
  const end = (ended: Promise<void>): void => void ended.finally(endLog).finally(() => process.exit(0))
  colleagues.answer({
    ...answers,
    leave: () => {
      end(drain.leave('replaced'))
      return null
    },
  })
  colleagues.whenAlone(() => end(drain.stop('the supervisor has ended')))
}

type Measured = Pick<Parameters<typeof addServerMetrics>[1], 'cache' | 'db' | 'fault' | 'isOneOfMany'>

/** Serves /metrics on METRICS_PORT, if that is set; of several workers the supervisor serves it for all. */
async function measure(
  shop: Shop,
  { registry }: RequestMetrics,
  measured: Measured,
  colleagues: Colleagues | undefined,
): Promise<void> {
  const { env, memory, now } = shop
  if (env.METRICS_PORT === undefined) return
  const lastBackup = async () => (await newestBackup(backupFolder(env), now()))?.made
  const isBackupFailing = async () => (await readBackupState(shop.db)).isFailing
  const backups = { lastBackup, isBackupFailing }
  addServerMetrics(registry, { ...measured, ...backups, memory, now, dataFolder: env.SHOP_DATA })
  if (!colleagues) await listen(createMetricsServer(registry).unref(), { HOST: env.HOST, PORT: env.METRICS_PORT })
}

/**
 * Connections for what the shop does by itself, which may take longer than a shopper waits; the embedded database has
 * no such limit.
 */
function jobsDatabase({ env, kind, db }: Shop): { db: Shop['db']; close: () => Promise<void> } {
  if (kind === 'sqlite') return { db, close: async () => {} }
  const { db: own } = connect({ ...databaseLocation(env), isWatched: true, poolSize: 3 })
  return { db: own, close: () => own.destroy() }
}

/** Ends the boot where a check before production refuses; one of the workers logs the warnings. */
async function inspect(shop: Shop, colleagues: Colleagues | undefined): Promise<void> {
  try {
    const warnings = await refuseUnfit(shop)
    if (colleagues?.doesJobs ?? true) for (const { name, text } of warnings) shop.log.warn({ check: name }, text)
  } catch (error) {
    await shop.close()
    throw error
  }
}

type Showing = { readonly render: Render; readonly views: ViewCounter }

function createShopPages(shop: Shop, { render, views }: Showing, colleagues: Colleagues | undefined): Pages {
  return createPages({
    env: shop.env,
    maxBytes: pageCacheBytes(shop.env),
    cacheableQuery,
    isKnownVariant: knownVariants(shop.settings),
    lanes: createLanes(shareOfLimits(shop.env), { turns: shop.turns }),
    isStaff: (cookies) => isStaffBrowser(shop, cookies),
    onError: (err) => shop.log.error({ err }, 'a cached page could not be renewed'),
    onSent: (target, headers) => views.note(target, headers),
    render: async (request, { requestId, clientAddress, isShared }) => {
      const locals = { shop, requestId, isShared }
      const response = await render(request, { clientAddress, locals })
      await colleagues?.haveFollowed()
      return withDeclaredStatus(response)
    },
  })
}

/** The thread of the `import` command, which reads profiles and draws pictures with the files beside it. */
const importProgram = new URL('./tools/import/import-worker.ts', import.meta.url)

/** Serves the shop as a program that drains and ends by signal, alone or as one of several workers. */
export async function serve(env: Env, built: Built): Promise<void> {
  const colleagues = colleaguesOf(process.env)
  if (!colleagues) claimDataFolder(env)
  const output = new LogOutput(process.stdout, { isShared: colleagues !== undefined })
  const log = createLog(env, output)
  markRunning(projectFile('node_modules'))
  process.stderr.on('error', () => {}) // Whoever read it has ended; that is no reason to end the shop.
  const served = await startShop(env, log, built, colleagues)
  stopOnSignals(served.drain, log, () => output.end(lastLinesMs))
  process.on('SIGUSR2', () => log.info('SIGUSR2 does nothing here: it is for the supervisor of several workers'))
  if (colleagues) joinWorkers(colleagues, served, () => output.end(lastLinesMs))
}
