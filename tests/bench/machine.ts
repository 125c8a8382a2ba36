import { execFileSync } from 'node:child_process'
import os from 'node:os'

/** The machine, program and source that the figures belong to. */
export type Setting = {
  cores: number
  processor: string
  memory_gb: number
  system: string
  node: string
  commit: string
  /** Load average of the minute before: above 0.5 something else disturbs the figures. */
  load: number
  started_at: string
}

export function describeSetting(): Setting {
  return {
    cores: os.availableParallelism(),
    processor: os.cpus()[0]?.model.trim() ?? 'unknown',
    memory_gb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    commit: commit(),
    load: os.loadavg()[0] ?? 0,
    started_at: new Date().toISOString(),
  }
}

function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes')
  } catch {
    return 'none'
  }
}
