import { fallbackLanguage } from './domain/places/locales.ts'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from 'astro/app/entrypoint'
import { cacheableQuery, knownVariants } from './cacheable-pages.ts'
import { importInThread } from './server/catalog/sources/import-in-thread.ts'
import { newsDesk } from './server/console/news/news-desk.ts'
import { startBackgroundJobs } from './server/jobs/background-jobs.ts'
import { isBootError } from './server/platform/boot-error.ts'
import { checkDatabase } from './server/platform/db/check-database.ts'
import { backupFolder, listBackups } from './server/backup/backup-folder.ts'
import { connect } from './server/platform/db/connect.ts'
import { databaseLocation } from './server/platform/db/database-location.ts'
import { loadEnv, type Env } from './server/platform/env.ts'
import { withAskedStatus } from './server/platform/http/answers/error-status.ts'
import { healthStep, keptFault } from './server/platform/http/server/health.ts'
import { createLanes } from './server/platform/http/lanes.ts'
import { listen } from './server/platform/http/server/listen.ts'
import { createMetricsServer, RequestMetrics } from './server/platform/http/metrics.ts'
import { createPages, type Pages } from './server/platform/http/pages/pages.ts'
import { documentsStep } from './server/platform/http/static/documents.ts'
import { picturesStep } from './server/platform/http/static/pictures.ts'
import { createPurge } from './server/platform/http/pages/purge-cdn.ts'
import { regionLinks } from './server/platform/http/pages/region-links.ts'
import { securityTxt } from './server/platform/http/answers/security-txt.ts'
import { securityHeaders } from './server/platform/http/answers/security-headers.ts'
import { addServerMetrics } from './server/platform/http/server-metrics.ts'
import { cspReports } from './server/platform/client-errors/csp-reports.ts'
import { createShopServer } from './server/platform/http/server/server.ts'
import { createDrain, stopOnSignals, type Drain } from './server/platform/http/server/shutdown.ts'
import { staticFiles } from './server/platform/http/static/static-files.ts'
import { LogOutput } from './server/platform/log-output.ts'
import { createLog, type Log } from './server/platform/log.ts'
import { refuseUnfit } from './server/preflight/preflight.ts'
import { markRunning } from './server/platform/running-mark.ts'
import { createShop } from './server/create-shop.ts'
import type { Shop } from './server/shop.ts'

const app = createApp({ streaming: false })
/** How long the end waits for a reader of the log. */
const lastLinesMs = 1000

/** Makes the services once and serves the shop; resolves when it listens. */
export async function startShop(env: Env, log: Log): Promise<Drain> {
  const shop = await createShop(env, { log, isWatched: true, invalidate: (tags) => forget(tags) })
  const purge = createPurge(env, log)
  const forget = (tags: readonly string[]) => {
    pages.cache.invalidate({ tags })
    purge(tags)
  }
  await inspect(shop)
  const always = securityHeaders(env)
  const pages = createShopPages(shop)
  const metrics = new RequestMetrics()
  const fault = keptFault(() => checkDatabase({ ...shop, location: databaseLocation(env) }), log)
  const server = createShopServer({
    env,
    log,
    metrics,
    direct: [
      { kind: 'cached', serve: (req, res) => pages.cache.serve(req, res) },
      { kind: 'static', serve: staticFiles(clientFolder(), always) },
    ],
    steps: [
      healthStep(
        {
          isDraining: () => drain.isDraining(),
          fault,
        },
        always,
      ),
      securityTxt(env, () => shop.settings.seller(fallbackLanguage).email, shop.now),
      cspReports(shop, always),
      picturesStep(join(env.SHOP_DATA, 'pictures'), always),
      documentsStep(join(env.SHOP_DATA, 'documents'), always),
      regionLinks(shop),
      pages.step,
    ],
  })
  const jobs = jobsDatabase(shop)
  const stopJobs = await startBackgroundJobs({ ...shop, db: jobs.db }, importInThread(importProgram(), env))
  const close = async () => {
    await stopJobs()
    await jobs.close()
    await shop.close()
  }
  const endStreams = () => newsDesk(shop).close()
  const drain = createDrain({ server, log, close, endStreams, delayMs: env.DRAIN_SECONDS * 1000 })
  await serveMetrics(shop, metrics, { cache: pages.cache, db: jobs.db, fault })
  await listen(server, env)
  return drain
}

type Measured = Pick<Parameters<typeof addServerMetrics>[1], 'cache' | 'db' | 'fault'>

/** Serves /metrics on METRICS_PORT, if that is set. */
async function serveMetrics(shop: Shop, { registry }: RequestMetrics, measured: Measured): Promise<void> {
  const { env, memory, now } = shop
  if (env.METRICS_PORT === undefined) return
  const lastBackup = async () => (await listBackups(backupFolder(env)))[0]?.made
  addServerMetrics(registry, { ...measured, memory, now, dataFolder: env.SHOP_DATA, lastBackup })
  await listen(createMetricsServer(registry).unref(), { HOST: env.HOST, PORT: env.METRICS_PORT })
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

/** Ends the boot where production is not fit for shoppers, and logs what they would rather not meet. */
async function inspect(shop: Shop): Promise<void> {
  try {
    for (const { name, text } of await refuseUnfit(shop)) shop.log.warn({ check: name }, text)
  } catch (error) {
    await shop.close()
    throw error
  }
}

function createShopPages(shop: Shop): Pages {
  return createPages({
    env: shop.env,
    cacheableQuery,
    isKnownVariant: knownVariants(shop.settings),
    lanes: createLanes(shop.env, { turns: shop.turns }),
    onError: (err) => shop.log.error({ err }, 'a cached page could not be renewed'),
    render: async (request, { requestId, clientAddress, isShared }) =>
      withAskedStatus(
        await app.render(request, { clientAddress, locals: { shop, requestId, isShared }, addCookieHeader: true }),
      ),
  })
}

/** The build lays the client folder beside the folder this bundle runs in. */
function clientFolder(): string {
  return fileURLToPath(new URL('client/', builtFolder()))
}

/** The thread of the `import` command, which reads profiles and draws pictures with the files beside it. */
function importProgram(): URL {
  return new URL('../src/tools/import/import-worker.ts', builtFolder())
}

function builtFolder(): string {
  return import.meta.url.replace(/\/server\/(?!.*\/server\/).*$/, '/')
}

/** Starts the shop as a program that drains and ends by signal. */
export async function run(env: Env): Promise<void> {
  const output = new LogOutput()
  const log = createLog(env, output)
  markRunning(fileURLToPath(new URL('../node_modules', builtFolder())))
  process.stderr.on('error', () => {}) // Whoever read it has ended; that is no reason to end the shop.
  stopOnSignals(await startShop(env, log), log, () => output.end(lastLinesMs))
}

async function runAlone(): Promise<void> {
  try {
    await run(loadEnv())
  } catch (error) {
    if (!isBootError(error)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

if (process.argv[1]?.endsWith('entry.mjs')) await runAlone()
