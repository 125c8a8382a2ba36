import { describe, expect, test } from 'vitest'
import { parseEnv } from '../../../../src/server/platform/env.ts'
import { pageCacheBytes, shareOfLimits, workerCount } from '../../../../src/server/platform/workers/worker-count.ts'

const gigabyte = 1024 ** 3

describe('the number of workers', () => {
  test.each([
    { cores: 1, gigabytes: 16, workers: 1 },
    { cores: 2, gigabytes: 0.4, workers: 1 },
    { cores: 2, gigabytes: 0.95, workers: 1 },
    { cores: 2, gigabytes: 1.9, workers: 2 },
    { cores: 8, gigabytes: 1.9, workers: 2 },
    { cores: 8, gigabytes: 64, workers: 4 },
  ])('$cores cores and $gigabytes GB: $workers', ({ cores, gigabytes, workers }) => {
    expect(workerCount({ WORKERS: undefined }, { cores, bytes: gigabytes * gigabyte })).toBe(workers)
  })

  test('is what WORKERS says, whatever the machine has', () => {
    expect(workerCount(parseEnv({ WORKERS: '6' }), { cores: 1, bytes: 1 })).toBe(6)
    expect(() => parseEnv({ WORKERS: '0' })).toThrow('WORKERS must be at least 1')
    expect(() => parseEnv({ WORKERS: '1.5' })).toThrow('WORKERS must be a whole number')
  })

  test('leaves the number of open connections and of requests at once of all of them as it was', () => {
    const limits = { REQUESTS_AT_ONCE: '32', REQUESTS_PER_NETWORK: '9' }
    const env = parseEnv({ CONNECTIONS: '5000', CONNECTIONS_PER_NETWORK: '1001', ...limits })
    expect(shareOfLimits(env, 4)).toMatchObject({ REQUESTS_AT_ONCE: 8, REQUESTS_PER_NETWORK: 3 })
    expect(shareOfLimits(env, 4)).toMatchObject({ CONNECTIONS: 1250, CONNECTIONS_PER_NETWORK: 251 })
    expect(shareOfLimits(env, 1)).toEqual(env)
  })
})

describe('the memory of the pages of one process', () => {
  const megabyte = 1024 ** 2
  test.each([
    { cores: 1, gigabytes: 0.25, megabytes: 16 },
    { cores: 1, gigabytes: 1, megabytes: 64 },
    { cores: 2, gigabytes: 2, megabytes: 64 },
    { cores: 8, gigabytes: 64, megabytes: 64 },
  ])('$cores cores and $gigabytes GB: $megabytes MB', ({ cores, gigabytes, megabytes }) => {
    expect(pageCacheBytes(parseEnv({}), { cores, bytes: gigabytes * gigabyte })).toBe(megabytes * megabyte)
  })

  test('is what PAGE_CACHE_MB says', () => {
    expect(pageCacheBytes(parseEnv({ PAGE_CACHE_MB: '200' }), { cores: 1, bytes: 1 })).toBe(200 * megabyte)
    expect(() => parseEnv({ PAGE_CACHE_MB: '0' })).toThrow('PAGE_CACHE_MB must be at least 1')
  })
})
