import { availableParallelism, totalmem } from 'node:os'
import type { Env } from '../env.ts'

/** More than this many were not measured. */
const maxByDefault = 4
/** What a worker may need after many pages (docs/operations/runbooks.md, Sizing); a machine of 1 GB has less. */
const bytesOfWorker = 900 * 1024 * 1024

/** What the pages in memory of one process may take by default: a 16th of its share of the machine, and no more. */
const maxPageBytes = 64 * 1024 * 1024
const pageShare = 16

type Machine = { cores: number; bytes: number }

/** How many workers serve the shop: WORKERS, or one for each core, at most four and no more than the memory allows. */
export function workerCount({ WORKERS }: Pick<Env, 'WORKERS'>, machine: Machine = thisMachine()): number {
  if (WORKERS !== undefined) return WORKERS
  return Math.max(1, Math.min(maxByDefault, machine.cores, Math.floor(machine.bytes / bytesOfWorker)))
}

/**
 * The environment of one worker: with its share of the open connections and of the requests at once that all workers
 * may have. Connections are dealt out in turn, so that a network cannot choose its worker.
 */
export function shareOfLimits(env: Env, count = workerCount(env)): Env {
  const share = (all: number): number => Math.ceil(all / count)
  return {
    ...env,
    CONNECTIONS: share(env.CONNECTIONS),
    CONNECTIONS_PER_NETWORK: share(env.CONNECTIONS_PER_NETWORK),
    REQUESTS_AT_ONCE: share(env.REQUESTS_AT_ONCE),
    REQUESTS_PER_NETWORK: share(env.REQUESTS_PER_NETWORK),
  }
}

/** How many bytes of pages one process keeps in memory: PAGE_CACHE_MB, or what suits the machine and the workers. */
export function pageCacheBytes(env: Pick<Env, 'WORKERS' | 'PAGE_CACHE_MB'>, machine: Machine = thisMachine()): number {
  if (env.PAGE_CACHE_MB !== undefined) return env.PAGE_CACHE_MB * 1024 * 1024
  return Math.min(maxPageBytes, Math.floor(machine.bytes / workerCount(env, machine) / pageShare))
}

/** The cores and the memory that this process may use; a container may have less than its machine. */
function thisMachine(): Machine {
  const limit = process.constrainedMemory()
  return { cores: availableParallelism(), bytes: limit > 0 ? Math.min(limit, totalmem()) : totalmem() }
}
