import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FeedReport } from '../../src/server/catalog/import/feed-report.ts'
import { projectRoot } from '../../src/tools/run-program.ts'
import { endWithBench } from './own-processes.ts'
import { processMemory } from './process-usage.ts'
import { shopVariables, type ShopData } from './shop-process.ts'

export type Imported = {
  seconds: number
  peakMB: number
  rows: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  refused: string[]
}

const lookEveryMs = 50

/** Runs `npm run shop -- import FILE…` as a process: duration, peak memory, and its own report. */
export async function importFiles(data: ShopData, files: readonly string[]): Promise<Imported> {
  const reportFile = path.join(data.folder, 'import-report.json')
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [path.join(projectRoot, 'src/tools/shop.ts'), 'import', ...files, '--max-rejected', '100%', '--report', reportFile],
    {
      cwd: projectRoot,
      env: { ...process.env, ...shopVariables(data) },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  endWithBench(child, 'SIGKILL')
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000)
  })
  let peakMB = 0
  const look = setInterval(() => {
    const memory = child.pid === undefined ? undefined : processMemory(child.pid)
    if (memory) peakMB = Math.max(peakMB, memory.peakMB)
  }, lookEveryMs)
  const code = await new Promise((resolve) => {
    child.once('close', resolve)
  })
  clearInterval(look)
  const seconds = (performance.now() - started) / 1000
  if (code !== 0 && code !== 1 && code !== 3) throw new Error(`The import ended with ${String(code)}: ${errors.trim()}`)
  const reports: FeedReport[] = JSON.parse(readFileSync(reportFile, 'utf8'))
  return { seconds, peakMB, ...sums(reports) }
}

function sums(reports: readonly FeedReport[]): Omit<Imported, 'seconds' | 'peakMB'> {
  const sum = (key: 'rows' | 'created' | 'changed' | 'unchanged' | 'rejected'): number =>
    reports.reduce((total, report) => total + report[key], 0)
  return {
    rows: sum('rows'),
    created: sum('created'),
    changed: sum('changed'),
    unchanged: sum('unchanged'),
    rejected: sum('rejected'),
    refused: reports.flatMap(({ file, error }) => (error === null ? [] : [`${file}: ${error}`])),
  }
}
