import cluster from 'node:cluster'
import { isBootError } from './server/platform/boot-error.ts'
import { loadEnv, type Env } from './server/platform/env.ts'
import { withFreePort } from './server/platform/http/server/free-port.ts'
import { projectFile } from './server/platform/project-file.ts'
import { workerCount } from './server/platform/workers/worker-count.ts'

/** Starts the shop as a program; resolves when it listens. With several workers this process only supervises them. */
export async function run(env: Env): Promise<void> {
  const count = workerCount(env)
  if (!cluster.isWorker) await refuseDamaged(env)
  // Each loads its own part alone: the supervisor renders no pages.
  if (count === 1 || cluster.isWorker) return serveBuilt(env)
  const { supervise } = await import('./server/platform/workers/supervise.ts')
  await supervise(env, { count, program: projectFile('dist/server/entry.mjs'), packages: projectFile('node_modules') })
}

/** Once for all workers, before any of them opens the file. */
async function refuseDamaged(env: Env): Promise<void> {
  if (env.DATABASE_URL !== undefined) return
  const damaged = await import('./server/backup/refuse-damaged.ts')
  await damaged.refuseDamaged(env)
}

async function serveBuilt(env: Env): Promise<void> {
  const [{ serve }, { renderPages }] = await Promise.all([import('./serve.ts'), import('./render-pages.ts')])
  await serve(env, { render: renderPages, clientFolder: projectFile('dist/client/') })
}

async function runAlone(): Promise<void> {
  try {
    await run(await withFreePort(loadEnv()))
  } catch (error) {
    if (!isBootError(error)) throw error
    if (error.message !== '') console.error(error.message)
    process.exit(1) // A worker would stay for its supervisor.
  }
}

if (process.argv[1]?.endsWith('entry.mjs')) await runAlone()
