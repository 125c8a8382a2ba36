import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { BuiltShop } from '../support/built-shop.ts'

/** A pipe whose reader the test controls: both ends as file descriptors. */
function pipe(): { reader: number; writer: number; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-pipe-'))
  const file = path.join(folder, 'log')
  execFileSync('mkfifo', [file])
  const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  return { reader, writer: openSync(file, constants.O_WRONLY), remove: () => rmSync(folder, { recursive: true }) }
}

/** Sends requests that each write a log line, until stopped or not answered; `answered` is how many were so far. */
function shoppers(origin: string): { answered: () => number; stop: () => Promise<unknown> } {
  const over = new AbortController()
  let answered = 0
  const shop = async (): Promise<void> => {
    if (over.signal.aborted) return
    const isAnswered = await fetch(`${origin}/healthz?${'x'.repeat(200)}`)
      .then((reply) => reply.text())
      .then(
        () => true,
        () => false,
      )
    if (!isAnswered) return
    answered += 1
    await shop()
  }
  const running = Promise.all([shop(), shop(), shop(), shop()])
  return {
    answered: () => answered,
    stop: () => {
      over.abort()
      return running
    },
  }
}

/** The number of readable bytes of the log. */
function read(reader: number): number {
  try {
    return readSync(reader, Buffer.alloc(100))
  } catch {
    return 0 // The shop has written nothing since.
  }
}

/**
 * How many requests are answered between the reader's end and the SIGTERM: their lines of more than 200 bytes each are
 * more than a pipe takes, which holds 64 KiB.
 */
const situations = [
  { reader: 'ends long before', end: closeSync, requests: 400 },
  { reader: 'ends in the same moment', end: closeSync, requests: 0 },
  { reader: 'stops reading', end: () => undefined, requests: 400 },
]

test.describe('a log whose reader has stopped', () => {
  for (const { reader, end, requests } of situations) {
    test(`its reader ${reader}: the shop keeps serving, and ends on SIGTERM during requests`, async () => {
      const log = pipe()
      await using shop = await BuiltShop.start({ LOG_LEVEL: 'info' }, ['ignore', log.writer, 'pipe'])
      closeSync(log.writer)
      await shop.healthy()
      await expect.poll(() => read(log.reader)).toBeGreaterThan(0)
      const visitors = shoppers(shop.origin)
      await expect.poll(visitors.answered).toBeGreaterThan(50)
      end(log.reader)
      const before = visitors.answered()
      if (requests > 0) await expect.poll(() => visitors.answered() - before).toBeGreaterThan(requests)
      if (requests > 0) expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200)
      shop.child.kill('SIGTERM')
      expect(await shop.exitCode(15_000)).toBe(0)
      await visitors.stop()
      log.remove()
    })
  }
})

test.describe('the boot', () => {
  test('refuses production with trial settings, with a message for each, and starts when all are allowed', async () => {
    const settings = { ORIGIN: 'https://shop.example', SANDBOX_PAYMENTS: '1', VAT_CHECK: 'syntax', LOG_LEVEL: 'warn' }
    await using refused = await BuiltShop.start(settings)
    expect(await refused.exitCode(30_000)).toBe(1)
    for (const name of ['ALLOW_DEMO_COMPANY', 'ALLOW_SANDBOX_PAYMENTS', 'ALLOW_SYNTAX_VAT_CHECK', 'ALLOW_MAIL_FILES'])
      expect(refused.errors).toContain(`${name}=1`)
    expect(refused.errors).not.toContain('    at ')
    const allowed = {
      ALLOW_DEMO_COMPANY: '1',
      ALLOW_SANDBOX_PAYMENTS: '1',
      ALLOW_SYNTAX_VAT_CHECK: '1',
      ALLOW_MAIL_FILES: '1',
    }
    await using started = await BuiltShop.start({ ...settings, ...allowed })
    await started.healthy()
  })
})
