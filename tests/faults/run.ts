/**
 * `npm run faults` attacks the shop in four ways. Properties are tried with more random cases than in the usual tests
 * (`properties`), and each form of the console is sent twice at once (`forms-twice`). Mutations are applied to the
 * sources one at a time (`constants`, `rules`, `payments`), and a test must detect each; the files are never changed.
 * Campaigns attack the built shop from outside: storms, crashes, rushes, wrong data and bad input. Run single ones by
 * name: `npm run faults -- storm crash`.
 */
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runSteps, summary, total, type Step } from '../../src/tools/steps.ts'
import { vitestStep } from '../../src/tools/vitest-step.ts'
import { allCampaigns } from './campaigns/all-campaigns.ts'
import { runCampaigns } from './campaigns/run-campaigns.ts'
import { constants } from './constants.ts'
import { faultStep } from './fault-step.ts'
import { formsTwice } from './forms-twice.ts'
import { payments } from './payments.ts'
import { rules } from './rules.ts'

/** Properties that the usual run tries with fewer random cases. */
const properties: Step = {
  name: 'properties',
  run: () => {
    process.env['ALL_CASES'] = '1'
    const tried = globSync('tests/**/*.test.ts').filter((file) =>
      readFileSync(file, 'utf8').includes("support/cases.ts'"),
    )
    const projects = ['unit', 'server-sqlite', 'server-postgres'].flatMap((name) => ['--project', name])
    return vitestStep('properties', [...projects, ...tried])
      .run()
      .finally(() => delete process.env['ALL_CASES'])
  },
}

const slips = [faultStep('constants', constants), faultStep('rules', rules), faultStep('payments', payments)]
const steps = [properties, formsTwice, ...slips]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: process.env['FAULTS_SCALE'] ?? '1' },
    engine: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string' },
    help: { type: 'boolean' },
  },
})

function usage(): string {
  return [
    'Usage: npm run faults -- [NAME…] [--scale SHARE] [--engine sqlite|postgresql]',
    '',
    `Planted slips, which a test must notice: ${slips.map(({ name }) => name).join(', ')}`,
    'Random cases of properties, of which the usual tests try a part: properties',
    'Each form that the tests of the console send, sent twice at once: forms-twice',
    '',
    'Campaigns against the built shop:',
    ...allCampaigns.map(
      ({ name, about, isUsual }) => `  ${name.padEnd(14)}${about}${isUsual === false ? ' (only when named)' : ''}`,
    ),
    '',
    '  --scale   a share of every size, such as 0.1 for a short run; FAULTS_SCALE says the same',
    '  --engine  this database alone',
    '  --seed    another number gives other random carts to the campaign "amounts"; --count says how many',
  ].join('\n')
}

/** Unknown names or an invalid size end the run before any attack. */
function refuse(sentence: string): never {
  console.error(`${sentence}\n\n${usage()}`)
  process.exit(2)
}

function whole(name: string, text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : refuse(`--${name} must be a whole number, not "${text}".`)
}

async function main(): Promise<void> {
  const scale = Number(values.scale)
  if (!(scale > 0 && scale <= 100)) refuse(`--scale must be a number above 0, not "${values.scale}".`)
  const unknown = positionals.find((name) => ![...steps, ...allCampaigns].some((each) => each.name === name))
  if (unknown !== undefined) refuse(`There is nothing named "${unknown}".`)
  if (values.engine !== undefined && !/^(sqlite|postgres(ql)?)$/i.test(values.engine))
    refuse(`There is no engine "${values.engine}".`)
  const wanted = (name: string, isUsual = true): boolean =>
    positionals.length === 0 ? isUsual : positionals.includes(name)
  const sum = total(await runSteps(steps.filter(({ name }) => wanted(name))))
  const campaigns = allCampaigns.filter(({ name, isUsual }) => wanted(name, isUsual))
  const seed = whole('seed', values.seed)
  const count = values.count === undefined ? undefined : whole('count', values.count)
  const held = campaigns.length === 0 || (await runCampaigns(campaigns, { scale, engine: values.engine, seed, count }))
  if (sum.passed + sum.failed > 0) console.log(`Properties and planted slips: ${summary(sum)}`)
  process.exitCode = sum.failed > 0 || !held ? 1 : 0
}

if (values.help) console.log(usage())
else await main()
