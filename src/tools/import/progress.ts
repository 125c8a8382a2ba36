import { basename } from 'node:path'
import type { ImportProgress } from '../../server/catalog/import/feed-options.ts'
import { printableLine } from '../../server/platform/printable.ts'

const everyMs = { terminal: 200, log: 5_000 }

/** Reports an import's progress on stderr: one updated line on a terminal, a line now and then in a log. */
export function progressLine(
  file: string,
  isTerminal: boolean,
): { show: (progress: ImportProgress) => void; end: () => void } {
  const started = performance.now()
  let last = started
  return {
    show: ({ phase, done, of, rows }) => {
      const now = performance.now()
      if (now - last < (isTerminal ? everyMs.terminal : everyMs.log)) return
      last = now
      const percent = of > 0 ? Math.floor((done / of) * 100) : 100
      const rate = Math.round(rows / ((now - started) / 1000))
      const text = `${printableLine(basename(file))}: ${phase} ${percent} %, ${rows} rows, ${rate} rows/s`
      process.stderr.write(isTerminal ? `\r\u001B[K${text}` : `${text}\n`)
    },
    end: () => {
      if (isTerminal) process.stderr.write('\r\u001B[K')
    },
  }
}
