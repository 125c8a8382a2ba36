import { makeKeyForm, revokeKeyForm, type IntegrationsPage } from '../../../contracts/console/integrations.ts'
import { givableScopes } from '../../../domain/staff/api-scopes.ts'
import { newestApiKeys, type ApiKeyRow } from '../../identity/api-keys/api-key-queries.ts'
import { isOver, makeApiKey, revokeApiKey } from '../../identity/api-keys/api-keys.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { apiScopesJson } from '../../platform/db/json-columns.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'

/** Days that a key may last, as the form offers them; 0 is without end. */
const lifetimes = new Set(['30', '90', '365', '0'])
const shownKeys = 200

/** Other systems that work with the shop: their keys. */
export const integrationsScreen = consoleScreen<IntegrationsPage>({
  screen: 'integrations',
  permission: 'integrations.view',
  load: (context) => integrationsContent(context, null),
  actions: {
    make_key: consoleAction({
      permission: 'integrations.change',
      stepUp: true,
      form: makeKeyForm,
      run: async (context, { name, days, 'scope:': ticked }) => {
        const { shop, session } = context
        const requested = [...ticked.keys()]
        const givable = givableScopes(session.permissions)
        const scopes = givable.filter((scope) => requested.includes(scope))
        if (name === '' || requested.length === 0 || !lifetimes.has(days)) throw new ConsoleError('required')
        if (requested.length > scopes.length) throw new ConsoleError('above_own')
        const secret = await makeApiKey(shop, session.actor, { name, scopes, days: days === '0' ? null : Number(days) })
        return { content: await integrationsContent(context, { name, secret }) }
      },
    }),
    revoke_key: consoleAction({
      permission: 'integrations.change',
      stepUp: true,
      form: revokeKeyForm,
      run: ({ shop, session }, { id }) => revokeApiKey(shop, session.actor, id),
    }),
  },
})

async function integrationsContent(
  { shop, session }: ConsoleContext,
  newKey: IntegrationsPage['newKey'],
): Promise<IntegrationsPage> {
  const keys = await newestApiKeys(shop.db, shownKeys)
  return {
    keys: keys.map((each) => ({
      id: each.id,
      name: each.name,
      ending: each.ending,
      scopes: apiScopesJson.read(each.scopes),
      createdBy: each.created_by,
      createdAt: each.created_at,
      expiresAt: each.expires_at,
      lastUsedAt: each.last_used_at,
      state: stateOf(each, shop.now()),
    })),
    givable: givableScopes(session.permissions),
    newKey,
    mayChange: may(session, 'integrations.change'),
  }
}

function stateOf(key: ApiKeyRow, now: Date): IntegrationsPage['keys'][number]['state'] {
  if (key.revoked_at !== null) return 'revoked'
  return isOver(key, now) ? 'expired' : 'live'
}
