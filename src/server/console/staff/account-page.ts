import { encodeQR } from 'qr'
import {
  emptyForm,
  idForm,
  passkeyForm,
  passwordForm,
  profileForm,
  totpForm,
  type AccountPage,
} from '../../../contracts/console/staff.ts'
import {
  changeOwnPassword,
  changeOwnProfile,
  changeTotp,
  removePasskey,
  renewRecoveryCodes,
  staffFields,
} from '../../identity/staff/change-staff.ts'
import { storePasskey, newPasskeyRequest, registeredPasskey } from '../../identity/staff/passkeys.ts'
import { deleteOwnStaffSession, staffSessionsOf } from '../../identity/staff/session-queries.ts'
import { factorsOf, staffSubject } from '../../identity/staff/sign-in.ts'
import { secretToSetUp, stepOfCode, totpAddress } from '../../identity/staff/totp.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'

/** A person's own account: name and language, password, second factors and sessions. */
export const accountScreen = consoleScreen<AccountPage>({
  screen: 'account',
  hasSecrets: true,
  permission: 'own',
  load: (context) => accountContent(context, []),
  actions: {
    profile: consoleAction({
      permission: 'own',
      form: profileForm,
      run: async (context, { name, language, version }) => {
        if (name === '') throw new ConsoleError('name_invalid')
        const change = { id: context.session.staff.id, version: Number(version), name, language: language ?? 'en' }
        await onOwnAccount(context, 'staff.profile', (shop) => changeOwnProfile(shop, change))
      },
    }),
    password: consoleAction({ permission: 'own', stepUp: true, form: passwordForm, run: changePassword }),
    totp: consoleAction({
      permission: 'own',
      stepUp: true,
      form: totpForm,
      run: async (context, { code }) => {
        const secret = await secretToSetUp(context.shop.db, context.session.row.hash)
        const step = stepOfCode(secret, code, context.shop.now())
        if (step === undefined) throw new ConsoleError('wrong_code')
        await onOwnAccount(context, 'staff.totp', (shop) =>
          changeTotp(shop, { id: context.session.staff.id, secret, step }),
        )
      },
    }),
    totp_off: consoleAction({
      permission: 'own',
      stepUp: true,
      form: emptyForm,
      run: (context) =>
        onOwnAccount(context, 'staff.totp', (shop) =>
          changeTotp(shop, { id: context.session.staff.id, secret: null, step: 0 }),
        ),
    }),
    passkey: consoleAction({ permission: 'own', stepUp: true, form: passkeyForm, run: addPasskey }),
    passkey_off: consoleAction({
      permission: 'own',
      stepUp: true,
      form: idForm,
      run: (context, { id }) =>
        onOwnAccount(context, 'staff.passkey', (shop) =>
          removePasskey(shop, { staffId: context.session.staff.id, passkeyId: id }),
        ),
    }),
    codes: consoleAction({
      permission: 'own',
      stepUp: true,
      form: emptyForm,
      run: async (context) => {
        const codes = await onOwnAccount(context, 'staff.recovery_codes', (shop) =>
          renewRecoveryCodes(shop, context.session.staff.id),
        )
        return { content: await accountContent(context, codes) }
      },
    }),
    end_session: consoleAction({
      permission: 'own',
      form: idForm,
      run: async ({ shop, session }, { id }) => {
        const action = { operation: 'staff.end_session', subject: staffSubject(session.staff) }
        await audited(shop, session.actor, action, ({ db }) =>
          db.transaction().execute((trx) => deleteOwnStaffSession(trx, session.staff.id, id)),
        )
      },
    }),
  },
})

async function changePassword(
  context: ConsoleContext,
  { current_password: current, password }: { current_password: string; password: string },
): Promise<void> {
  const { shop, session } = context
  const { staff, row } = session
  if (!(await shop.passwords.matches(current, staff.password_hash))) throw new ConsoleError('wrong_password')
  const { company, brand } = shop.settings.all
  const names = [company.name, ...Object.values(brand.name)]
  const fault = await shop.commonPasswords.faultOf(password, { email: staff.email, origin: shop.env.ORIGIN, names })
  if (fault) throw new ConsoleError(fault)
  const passwordHash = await shop.passwords.hash(password)
  await onOwnAccount(context, 'staff.password', (services) =>
    changeOwnPassword(services, { id: staff.id, passwordHash, sessionHash: row.hash }),
  )
}

async function addPasskey(
  context: ConsoleContext,
  { passkey: written, name }: { passkey: string; name: string },
): Promise<void> {
  const { shop, session, request } = context
  const registration = {
    staffId: session.staff.id,
    written,
    name: name || request.locals.t('console:account.passkey_name'),
  }
  const passkey = await registeredPasskey(shop, request.cookies, registration)
  if (!passkey) throw new ConsoleError('wrong_passkey')
  await onOwnAccount(context, 'staff.passkey', async ({ db }) => {
    if (!(await storePasskey(db, passkey))) throw new ConsoleError('wrong_passkey')
  })
}

/** Carries out a change of one's own account, with its entry in the audit log. */
function onOwnAccount<Result>(
  { shop, session }: ConsoleContext,
  operation: string,
  run: (shop: Shop) => Promise<Result>,
) {
  const { staff, actor } = session
  return audited(shop, actor, { operation, subject: staffSubject(staff), fields: staffFields(staff.id) }, run)
}

async function accountContent(
  { shop, session, request }: ConsoleContext,
  newCodes: readonly string[],
): Promise<AccountPage> {
  const { staff, row } = session
  const { passkeys, hasTotp, codes } = await factorsOf(shop, staff)
  const shopName = shop.settings.all.brand.name[staff.language]
  const sessions = await staffSessionsOf(shop.db, staff.id, shop.now().toISOString())
  return {
    name: staff.name,
    email: staff.email,
    language: staff.language,
    role: staff.role,
    version: staff.version,
    mustEnrol: session.mustEnrol,
    hasTotp,
    newTotp: hasTotp ? null : newTotp(await secretToSetUp(shop.db, row.hash), shopName, staff.email),
    passkeys: passkeys.map((each) => ({
      id: each.id,
      name: each.name,
      createdAt: each.created_at,
      lastUsedAt: each.last_used_at,
    })),
    newPasskey: JSON.stringify(await newPasskeyRequest(shop, request.cookies, staff, shopName)),
    codesLeft: codes,
    newCodes,
    sessions: sessions.map((each) => ({
      id: each.id,
      address: each.address,
      userAgent: each.user_agent,
      lastUsedAt: each.last_used_at,
      isCurrent: each.hash === row.hash,
    })),
  }
}

function newTotp(secret: string, shopName: string, email: string): AccountPage['newTotp'] {
  return { secret, picture: encodeQR(totpAddress(secret, shopName, email), 'svg') }
}
