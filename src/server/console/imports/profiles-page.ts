import { consolePath } from '../../../console-routes.ts'
import { profileForm, type ProfilePage, type ProfilesPage } from '../../../contracts/console/imports.ts'
import { deleteProfile, profileIn, savedProfile, savedProfiles } from '../../catalog/import/runs/saved-profiles.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import type { Desk } from '../frame/desk.ts'
import { storeText } from './store-profile.ts'

/** The profiles that the shop has saved. */
export const profilesScreen = consoleScreen<ProfilesPage>({
  screen: 'profiles',
  permission: 'imports.view',
  load: async ({ shop, session }) => ({
    profiles: (await savedProfiles(shop.env.SHOP_DATA)).map(({ name, fault, profile }) => ({
      name,
      fault,
      match: profile?.match.join(', ') ?? '',
    })),
    mayChange: may(session, 'imports.change'),
  }),
  doneElsewhere: ['remove'],
})

const nameOf = ({ request }: Desk): string => (request.params['name'] ?? '').slice(0, 60)

/** One saved profile, as text: everything that a profile can say. */
export const profileScreen = consoleScreen<ProfilePage>({
  screen: 'profile',
  permission: 'imports.view',
  load: async (desk) => {
    const found = await savedProfile(desk.shop.env.SHOP_DATA, nameOf(desk))
    if (!found) return undefined
    const { name, version, text, fault } = found
    return { name, version, text, fault, mayChange: may(desk.session, 'imports.change') }
  },
  actions: {
    save: consoleAction({
      permission: 'imports.change',
      form: profileForm,
      run: async (desk, { version, text }) => {
        const name = nameOf(desk)
        profileIn(text, name)
        await storeText(desk, { name, text: `${text.replaceAll('\r\n', '\n').trim()}\n`, version })
      },
    }),
    remove: consoleAction({
      permission: 'imports.change',
      form: profileForm,
      run: async (desk, { version }) => {
        const { shop, session } = desk
        const name = nameOf(desk)
        const subject = { kind: 'profile', id: name, label: name }
        await audited(shop, session.actor, { operation: 'imports.remove_profile', subject }, ({ db }) =>
          db.transaction().execute(async () => {
            if (!(await deleteProfile(shop.env.SHOP_DATA, { name, version }))) throw new ConsoleError('record_changed')
          }),
        )
        return consolePath('profiles')
      },
    }),
  },
})
