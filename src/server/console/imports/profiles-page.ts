import { consolePath } from '../../../console-routes.ts'
import {
  profileForm,
  restoreProfileForm,
  type ProfilePage,
  type ProfilesPage,
} from '../../../contracts/console/imports.ts'
import { compareLines } from '../../../domain/content/compare-texts.ts'
import { removedTexts, textsOfProfile, type EarlierText } from '../../catalog/import/runs/profile-text-queries.ts'
import {
  parseProfileText,
  savedProfile,
  savedProfiles,
  isProfileName,
} from '../../catalog/import/runs/saved-profiles.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { dropProfile, storeText } from './store-profile.ts'

const permission = 'imports.change'

/** The profiles that the shop has saved, and those that were removed. */
export const profilesScreen = consoleScreen<ProfilesPage>({
  screen: 'profiles',
  permission: 'imports.view',
  load: async ({ shop, session }) => {
    const saved = await savedProfiles(shop.env.SHOP_DATA)
    const removed = (await removedTexts(shop.db)).filter(({ name }) => !saved.some((each) => each.name === name))
    return {
      profiles: saved.map(({ name, fault, profile }) => ({ name, fault, match: profile?.match.join(', ') ?? '' })),
      removed: removed.map(({ name, at, actor }) => ({ name, at, actor })),
      mayChange: may(session, permission),
    }
  },
  doneElsewhere: ['remove'],
})

const nameOf = ({ request }: ConsoleContext): string => (request.params['name'] ?? '').slice(0, 60)

/** One saved profile, as text: everything that a profile can say, and what it said before. */
export const profileScreen = consoleScreen<ProfilePage>({
  screen: 'profile',
  permission: 'imports.view',
  load: profileContent,
  actions: {
    save: consoleAction({
      permission,
      form: profileForm,
      run: async (context, { version, text }) => {
        const name = nameOf(context)
        parseProfileText(text, name)
        const plain = `${text.replaceAll('\r\n', '\n').trim()}\n`
        await storeText(context, { operation: 'imports.profile', name, text: plain, version })
      },
    }),
    restore: consoleAction({
      permission,
      form: restoreProfileForm,
      run: async (context, { version, number }) => {
        const name = nameOf(context)
        const earlier = (await earlierTexts(context)).find((each) => String(each.number) === number)
        if (!earlier) throw new ConsoleError('unknown')
        const now = await savedProfile(context.shop.env.SHOP_DATA, name)
        if (now?.text === earlier.text) throw new ConsoleError('nothing_changed')
        parseProfileText(earlier.text, name)
        await storeText(context, {
          operation: 'imports.restore_profile',
          name,
          text: earlier.text,
          version: version === '' ? undefined : version,
        })
      },
    }),
    remove: consoleAction({
      permission,
      form: profileForm,
      run: async (context, { version }) => {
        await dropProfile(context, { name: nameOf(context), version })
        return consolePath('profiles')
      },
    }),
  },
})

async function earlierTexts(context: ConsoleContext): Promise<EarlierText[]> {
  const name = nameOf(context)
  return isProfileName(name) ? textsOfProfile(context.shop.db, name) : []
}

/** One that was removed is shown with what can be restored of it. */
async function profileContent(context: ConsoleContext): Promise<ProfilePage | undefined> {
  const found = await savedProfile(context.shop.env.SHOP_DATA, nameOf(context))
  const earlier = await earlierTexts(context)
  if (!found && earlier.length === 0) return undefined
  const requested = context.request.url.searchParams.get('compare') ?? ''
  const compared = earlier.find(({ number }) => String(number) === requested)
  const { version, text, fault } = found ?? { version: '', text: '', fault: null }
  return {
    name: nameOf(context),
    version,
    text,
    fault,
    isRemoved: !found,
    earlier: earlier.map(({ number, at, actor, event }) => ({ number, at, actor, event })),
    comparison: compared ? comparedWith(compared, text) : null,
    mayChange: may(context.session, permission),
  }
}

const comparedWith = ({ number, text }: EarlierText, now: string) => ({
  number,
  lines: compareLines(linesIn(text), linesIn(now)),
})

const linesIn = (text: string): string[] => (text === '' ? [] : text.trimEnd().split('\n'))
