import { basename } from 'node:path'
import { printableLine } from '../../server/platform/printable.ts'
import type { ImportProgress } from '../../server/catalog/import/import-feed.ts'

const everyMs = { terminal: 200, log: 5_000 }

/** Tells on stderr how far an import has come: one line that changes on a terminal, now and then a line in a log. */
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
