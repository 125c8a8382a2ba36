import { accounts } from './accounts.ts'
import { amounts } from './amounts.ts'
import { badInput } from './bad-input.ts'
import { bodies } from './bodies.ts'
import type { Campaign } from './campaign.ts'
import { cdn } from './cdn.ts'
import { clock } from './clock.ts'
import { connections } from './connections.ts'
import { staffAtWork } from './console.ts'
import { crash } from './crash.ts'
import { damaged } from './damaged.ts'
import { databaseGone } from './database-gone.ts'
import { disk } from './disk.ts'
import { handles } from './handles.ts'
import { lastOnes } from './last-ones.ts'
import { mail } from './mail.ts'
import { nginx } from './nginx.ts'
import { nodes } from './nodes.ts'
import { openssh } from './openssh.ts'
import { overload } from './overload.ts'
import { postgres } from './postgres.ts'
import { priceLists } from './price-lists.ts'
import { provider } from './provider.ts'
import { readOnly } from './read-only.ts'
import { restart } from './restart.ts'
import { rush } from './rush.ts'
import { soak } from './soak.ts'
import { storm } from './storm.ts'
import { uploads } from './uploads.ts'
import { webhooks } from './webhooks.ts'
import { workers } from './workers.ts'
import { xssConsole } from './xss-console.ts'
import { xss } from './xss.ts'

/** Every campaign, in the order of the usual run. */
export const allCampaigns: readonly Campaign[] = [
  storm,
  crash,
  workers,
  staffAtWork,
  priceLists,
  rush,
  lastOnes,
  webhooks,
  provider,
  overload,
  connections,
  badInput,
  databaseGone,
  disk,
  readOnly,
  damaged,
  mail,
  clock,
  handles,
  postgres,
  accounts,
  xss,
  xssConsole,
  bodies,
  restart,
  uploads,
  soak,
  amounts,
  cdn,
  nginx,
  nodes,
  openssh,
]
