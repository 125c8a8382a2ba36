import type { IncomingMessage } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { forwardedWarning } from '../../../../../src/server/platform/http/server/forwarded-warning.ts'

const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage

test.each([
  [0, 1],
  [1, 0],
])('X-Forwarded-For with TRUST_PROXY_HOPS=%i logs %i warnings', (hops, times) => {
  const lines: string[] = []
  const warn = forwardedWarning(pino({}, { write: (line: string) => void lines.push(line) }), hops)
  warn(request({}))
  expect(lines).toEqual([])
  for (let at = 0; at < 5; at += 1) warn(request({ 'x-forwarded-for': '192.0.2.7' }))
  expect(lines).toHaveLength(times)
  expect(lines.every((line) => line.includes('TRUST_PROXY_HOPS') && line.includes('"level":40'))).toBe(true)
})
