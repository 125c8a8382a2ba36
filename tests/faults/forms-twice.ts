import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { failure, type Step, type StepResult } from '../../src/tools/steps.ts'
import { inScratchFolder, vitestStep } from '../../src/tools/vitest-step.ts'
import type { SentTwice } from '../server/console/send-twice.ts'

/**
 * Sends each form that the tests of the console send twice at the same time, as two tabs or two colleagues do, and
 * fails for each that is answered by an error instead of words, or that the log has twice although both sendings have
 * the key of one page. What the tests themselves expect is not counted: some count tries, of which there are then two.
 */
export const formsTwice: Step = {
  name: 'forms-twice',
  run: () => inScratchFolder((folder) => sendAll(path.join(folder, 'forms.jsonl'))),
}

async function sendAll(file: string): Promise<StepResult> {
  process.env['FORMS_TWICE'] = file
  const projects = ['server-sqlite', 'server-postgres'].flatMap((name) => ['--project', name])
  const { output } = await vitestStep('forms-twice', [...projects, 'tests/server/console'])
    .run()
    .finally(() => delete process.env['FORMS_TWICE'])
  const forms = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(asForm) : []
  if (forms.length === 0) return { passed: 0, failed: 1, output }
  const failures = forms
    .map(({ errors, madeTwice, ...form }) => ({
      ...form,
      faults: [...errors, ...madeTwice.map((what) => `Made twice: ${what}`)],
    }))
    .filter(({ faults }) => faults.length > 0)
    .map(({ engine, form, test, faults }) => failure(`${form} on ${engine}, in "${test}"`, faults.join('\n')))
  return { passed: forms.length - failures.length, failed: failures.length, output: failures.join('\n'), failures }
}

const asForm = (line: string): SentTwice => JSON.parse(line)
