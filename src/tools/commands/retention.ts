import { applyRetention, retentionDue } from '../../server/jobs/retention.ts'
import { operatorCommand, type Answer, type OperatorShop } from '../operator-command.ts'
import { textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- retention <command> [options]

Retention periods and their legal basis. The running shop deletes older data every hour;
the periods are settings (npm run shop -- settings list retention), unless the environment has RETENTION_...

  due                           lists what would be deleted now
  run                           deletes it now, at most 100,000 rows of each kind

  --json                        output for programs
  --help                        shows this text`

/** The `retention` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'retention',
  usage,
  commands: { due: (shop) => answer(shop, retentionDue), run: (shop) => answer(shop, applyRetention) },
  options: {},
})

async function answer(shop: OperatorShop, work: typeof retentionDue): Promise<Answer> {
  const data = await work(shop)
  const lines = data.map(({ name, rows, period, before, law }) => [
    name,
    String(rows),
    period,
    before.slice(0, 10),
    law,
  ])
  return { data, lines: textTable(['WHAT', 'ROWS', 'KEPT', 'OLDER THAN', 'LAW'], lines) }
}
