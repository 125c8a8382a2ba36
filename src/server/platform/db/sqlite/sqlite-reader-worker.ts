import { SqliteHandle } from './sqlite-handle.ts'
import type { ReadAnswer, ReadQuestion } from './sqlite-reader.ts'

/**
 * A process that runs statements one after the other on a read-only connection. It ends with the shop that started it
 * and ignores signals that a terminal or service manager sends to both, because the shop still answers requests.
 */
const [, , file = ''] = process.argv
const handle = new SqliteHandle(file, { isReadOnly: true })

process.on('disconnect', () => process.exit())
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.on('message', (question: ReadQuestion) => reply(answerTo(question)))
reply({ isReady: true })

function answerTo(question: ReadQuestion): ReadAnswer {
  try {
    return { rows: handle.execute(question).rows }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { error: { ...error, message: error.message } }
  }
}

function reply(answer: ReadAnswer): void {
  if (process.connected) process.send?.(answer)
}
