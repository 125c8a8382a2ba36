import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import './provided-context.ts'

/** Creates a folder for what the run's tests write; the returned function removes it. */
export function provideRunFolder(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-test-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  project.provide('runFolder', folder)
  return remove
}
