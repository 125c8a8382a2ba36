import { buildIfStale } from '../../../src/tools/build-if-stale.ts'
import { describeSetting } from '../../bench/machine.ts'
import type { Campaign } from './campaign.ts'
import { engines, Ground } from './ground.ts'
import { hasFailed, printReport, printResult, type CampaignResult } from './report.ts'

export type RunOptions = { scale: number; engine: string | undefined; seed: number; count: number | undefined }

/** Runs the campaigns one after the other and prints their table; returns whether all of them held. */
export async function runCampaigns(
  campaigns: readonly Campaign[],
  { scale, engine, seed, count }: RunOptions,
): Promise<boolean> {
  await buildIfStale((line) => console.log(line))
  const setting = describeSetting()
  const chosen = engines.filter((each) => engine === undefined || each.toLowerCase().startsWith(engine.toLowerCase()))
  await using ground = new Ground({ scale, seed, count, engines: chosen })
  const results: CampaignResult[] = []
  for (const campaign of campaigns) {
    const result = await run(campaign, ground)
    printResult(result)
    results.push(result)
  }
  printReport(setting, scale, await ground.describePostgres(), results)
  return !results.some(hasFailed)
}

async function run({ name, run: wageOne }: Campaign, ground: Ground): Promise<CampaignResult> {
  const started = performance.now()
  const outcome = await wageOne(ground).then(
    (findings) => ({ findings, failure: null }),
    (error: unknown) => ({
      findings: [],
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  )
  return { campaign: name, seconds: (performance.now() - started) / 1000, ...outcome }
}
