import { recordProgress } from '../../server/catalog/import/runs/run-queries.ts'
import type { Database } from '../../server/platform/db/tables.ts'

const everyMs = 700

type Step = { phase: string; done: number; of: number; rows: number }

/** Keeps an import's progress in its row, for whoever looks at its page; disposing of it waits for the last note. */
export function storedProgress(db: Database, id: string): { show: (step: Step) => void } & AsyncDisposable {
  let last = -Infinity
  let writing: Promise<unknown> = Promise.resolve()
  let isBusy = false
  return {
    show: ({ phase, done, of }) => {
      const now = performance.now()
      if (isBusy || now - last < everyMs) return
      last = now
      isBusy = true
      writing = recordProgress(db, id, { phase, done, total: of })
        .catch(() => undefined)
        .finally(() => {
          isBusy = false
        })
    },
    [Symbol.asyncDispose]: async () => void (await writing),
  }
}
